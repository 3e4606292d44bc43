import type { Point } from './view.ts';

/** What keys do. */
export interface KeyMoves {
  /** By parts of what is seen: one is its whole width or height. */
  pan(parts: Point): void;
  zoomBy(factor: number): void;
  /** One pixel of the canvas to one of the screen. */
  wholeSize(): void;
  fit(): void;
  /** Back to where the page was opened. */
  home(): void;
  /** To the page so many places further. */
  turnPage(by: number): void;
}

/** Said to those who do not see the buttons. */
export const keysInWords =
  'Arrow keys move the picture, plus and minus zoom, 0 shows it at 100 percent, 1 shows the whole page, ' +
  'Home goes back to the start, Page Up and Page Down turn the page.';

const step = 0.1;
const leap = 0.5;

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

const others: Readonly<Record<string, (moves: KeyMoves) => void>> = {
  '+': (moves) => moves.zoomBy(1.25),
  '=': (moves) => moves.zoomBy(1.25),
  '-': (moves) => moves.zoomBy(0.8),
  _: (moves) => moves.zoomBy(0.8),
  '0': (moves) => moves.wholeSize(),
  '1': (moves) => moves.fit(),
  Home: (moves) => moves.home(),
  PageUp: (moves) => moves.turnPage(-1),
  PageDown: (moves) => moves.turnPage(1),
};

/** Follows the keyboard while the stage has the focus, or nothing has. */
export function followKeys(stage: HTMLElement, moves: KeyMoves): void {
  document.addEventListener('keydown', (event) => {
    if (event.target !== stage && event.target !== document.body) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = arrows[event.key];
    const other = others[event.key];
    if (arrow === undefined && other === undefined) return;
    event.preventDefault();
    const far = event.shiftKey ? leap : step;
    if (arrow !== undefined) moves.pan({ x: arrow.x * far, y: arrow.y * far });
    other?.(moves);
  });
}
