/** A tool that paints squares in place of playing. */
export interface BoardTool {
  /** True if the pointer goes over more squares while it is pressed. */
  strokes: boolean;
  paint(square: string, isFirst: boolean): void;
}

/** The answers of a board to a pointer. */
export interface DragListener {
  /** A square is pressed. Returns the picture that follows the pointer, if there is one. */
  start(square: string): Element | null;
  drop(from: string, to: string): void;
  click(square: string, wasChosen: boolean): void;
  isChosen(square: string): boolean;
  tool(): BoardTool | null;
}

/** How far a pointer moves before a press is a drag, in pixels. */
const FAR = 5;

/** Presses, clicks and drags on a board, by mouse, pen and touch. */
export class Drag {
  constructor(
    readonly board: HTMLElement,
    readonly listener: DragListener,
  ) {
    board.addEventListener("pointerdown", (event) => this.#down(event));
  }

  /** The name of the square at a place of the window. */
  static squareAt(x: number, y: number): string | null {
    for (const element of document.elementsFromPoint(x, y)) {
      if (!(element instanceof SVGElement)) continue;
      const named = element.closest("[data-square], [data-shaded], [data-repeats]");
      if (named === null || named.classList.contains("hole")) continue;
      for (const name of ["data-square", "data-shaded", "data-repeats"]) {
        const square = named.getAttribute(name);
        if (square !== null) return square;
      }
    }
    return null;
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const square = Drag.squareAt(event.clientX, event.clientY);
    if (square === null) return;
    this.board.focus({ preventScroll: true });
    const tool = this.listener.tool();
    if (tool !== null) {
      event.preventDefault();
      return this.#stroke(tool, square);
    }
    const wasChosen = this.listener.isChosen(square);
    const piece = this.listener.start(square);
    this.lift(event, piece, (to, isFar) => {
      if (isFar && to !== null && to !== square) this.listener.drop(square, to);
      else this.listener.click(square, wasChosen);
    });
  }

  #stroke(tool: BoardTool, first: string): void {
    let last = first;
    tool.paint(first, true);
    if (!tool.strokes) return;
    this.#follow(
      (event) => {
        const square = Drag.squareAt(event.clientX, event.clientY);
        if (square !== null && square !== last) tool.paint((last = square), false);
      },
      () => {},
    );
  }

  /** Lets a picture follow the pointer, and tells where it is dropped. */
  lift(down: PointerEvent, shown: Element | null, dropped: (square: string | null, isFar: boolean) => void): void {
    down.preventDefault();
    let ghost: SVGSVGElement | null = null;
    const begin = (): void => {
      if (shown === null) return;
      ghost = copyOf(shown);
      document.body.append(ghost);
      shown.classList.add("lifted");
    };
    let isFar = false;
    this.#follow(
      (event) => {
        if (!isFar && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > FAR) {
          isFar = true;
          begin();
        }
        if (ghost !== null) ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
      },
      (event) => {
        ghost?.remove();
        shown?.classList.remove("lifted");
        if (event !== null) dropped(Drag.squareAt(event.clientX, event.clientY), isFar);
      },
    );
  }

  #follow(moved: (event: PointerEvent) => void, ended: (event: PointerEvent | null) => void): void {
    const over = new AbortController();
    const { signal } = over;
    const end = (event: PointerEvent | null): void => {
      over.abort();
      ended(event);
    };
    window.addEventListener("pointermove", moved, { signal });
    window.addEventListener("pointerup", end, { signal });
    window.addEventListener("pointercancel", () => end(null), { signal });
  }
}

/** A copy of a drawn piece, of the same size on the screen. */
function copyOf(shown: Element): SVGSVGElement {
  const box = shown.getBoundingClientRect();
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const own = shown instanceof SVGSVGElement ? shown.viewBox.baseVal : (shown as SVGGraphicsElement).getBBox();
  svg.setAttribute("viewBox", `${own.x} ${own.y} ${own.width} ${own.height}`);
  svg.setAttribute("class", "ghost");
  svg.style.width = `${box.width}px`;
  svg.style.height = `${box.height}px`;
  svg.append(...[...shown.childNodes].map((node) => node.cloneNode(true)));
  return svg;
}
