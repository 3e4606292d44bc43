export interface PlayerMoves {
  step(by: number): void;
  restart(): void;
  scroll(parts: number): void;
  /** Leaves the prototype. */
  leave(): void;
}

const keys: Readonly<Record<string, (moves: PlayerMoves) => void>> = {
  ArrowLeft: (moves) => moves.step(-1),
  ArrowRight: (moves) => moves.step(1),
  ArrowUp: (moves) => moves.scroll(-0.1),
  ArrowDown: (moves) => moves.scroll(0.1),
  r: (moves) => moves.restart(),
  R: (moves) => moves.restart(),
  Escape: (moves) => moves.leave(),
};

/** Follows the keyboard, wherever the focus is on the page. */
export function followPlayerKeys(moves: PlayerMoves): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = keys[event.key];
    if (move === undefined) return;
    event.preventDefault();
    move(moves);
  });
}
