/** An error answer of Ferz. */
export class FerzError extends Error {
  /**
   * @param {{fault: string, message: string, line?: number, column?: number}} error As in docs/batch.md.
   * @param {ErrorOptions} [options]
   */
  constructor({ fault, message, line, column }, options) {
    super(message, options);
    this.name = "FerzError";
    /** The kind of error: `variant`, `position`, `move`, `request` and others. */
    this.fault = fault;
    /** The line in the text of the variant, from 1; otherwise `undefined`. */
    this.line = line;
    /** The character in this line, in the FEN or in the notation, from 1; otherwise `undefined`. */
    this.column = column;
  }
}

/**
 * The content of an answer.
 *
 * @param {string} line
 * @throws {FerzError} If it is an error.
 */
export function content(line) {
  const answer = JSON.parse(line);
  if (!answer.ok) throw new FerzError(answer.error);
  return answer;
}
