import type { Point } from './view.ts';

/** What pointers do to the picture, in CSS pixels of the stage. */
export interface PointerMoves {
  /** The picture follows the pointer. */
  drag(by: Point): void;
  /** Two pointers moved: the picture follows their middle and grows with their distance. */
  pinch(by: Point, factor: number, at: Point): void;
}

/** Follows mouse, pen and fingers on the stage: one drags the picture, two pinch it. */
export function followPointers(stage: HTMLElement, moves: PointerMoves): void {
  const pointers = new Map<number, Point>();

  stage.addEventListener('pointerdown', (event) => {
    if (event.button > 1 || pointers.size === 2) return;
    // What is there to be pressed is not dragged.
    if (event.target instanceof Element && event.target.closest('button, a, [data-press]') !== null) return;
    pointers.set(event.pointerId, pointOn(stage, event));
    stage.setPointerCapture(event.pointerId);
    stage.classList.add('dragged');
  });
  stage.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = pointOn(stage, event);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) moves.drag({ x: now.x - before.x, y: now.y - before.y });
    else pinch(moves, before, now, other);
    pointers.set(event.pointerId, now);
  });
  const end = (event: PointerEvent): void => {
    pointers.delete(event.pointerId);
    if (pointers.size === 0) stage.classList.remove('dragged');
  };
  for (const name of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
    stage.addEventListener(name, end);
}

function pinch(moves: PointerMoves, before: Point, now: Point, other: Point): void {
  const [old, middle] = [middleBetween(before, other), middleBetween(now, other)];
  const factor = distance(now, other) / Math.max(distance(before, other), 1);
  moves.pinch({ x: middle.x - old.x, y: middle.y - old.y }, factor, middle);
}

const middleBetween = (one: Point, other: Point): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
});
const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** Where a mouse event is on the stage. */
export function pointOn(stage: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = stage.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}
