/** What a link holds: a variant file, and a game of it. */
export interface Shared {
  text: string;
  moves?: string[];
  fen?: string;
}

const MARK = "#v1=";

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const whole = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(whole as ReadableStream).arrayBuffer());
}

/** The address of the page with a file in it. Browsers do not send the part behind `#` to any server. */
export async function link(shared: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  const text = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const here = new URL(location.href);
  return `${here.origin}${here.pathname}${MARK}${text}`;
}

/** The file in the address, if there is one. */
export async function opened(hash: string): Promise<Shared | null> {
  if (!hash.startsWith(MARK)) return null;
  const letters = atob(hash.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  const shared: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof shared !== "object" || shared === null || !("text" in shared) || typeof shared.text !== "string") {
    throw new Error("the link holds no variant");
  }
  return shared as Shared;
}
