import { pointOn } from './pointers.ts';
import type { Point } from './view.ts';

/** What wheels and trackpads do to the picture; each says whether anything moved. */
export interface WheelMoves {
  pan(by: Point): boolean;
  zoom(factor: number, at: Point): boolean;
}

const linePx = 16;
const zoomPerPx = 0.01;
/** The step of a mouse's wheel is a jump; that of a trackpad is smaller. */
const mostZoomPx = 40;

/** Follows the wheel: it pans, with Ctrl or ⌘ it zooms at the pointer. A pinch on a trackpad comes as the latter. */
export function followWheel(stage: HTMLElement, moves: WheelMoves): void {
  stage.addEventListener(
    'wheel',
    (event) => {
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : unitOf(event, stage);
      const [x, y] = [event.deltaX * unit, event.deltaY * unit];
      if (event.ctrlKey || event.metaKey) {
        const px = Math.min(Math.max(y, -mostZoomPx), mostZoomPx);
        moves.zoom(Math.exp(-px * zoomPerPx), pointOn(stage, event));
        return event.preventDefault();
      }
      const sideways = event.shiftKey && x === 0;
      // At the edge of what can be seen the wheel is left to the page around the frame.
      if (moves.pan(sideways ? { x: -y, y: 0 } : { x: -x, y: -y })) event.preventDefault();
    },
    { passive: false },
  );
  followGestures(stage, moves);
}

const unitOf = (event: WheelEvent, stage: HTMLElement): number =>
  event.deltaMode === WheelEvent.DOM_DELTA_LINE ? linePx : stage.clientHeight;

/** An event of the browsers that tell pinches on a trackpad by themselves. */
interface GestureEvent extends MouseEvent {
  readonly scale: number;
}

function followGestures(stage: HTMLElement, moves: WheelMoves): void {
  let before = 1;
  const on = (name: string, react: (event: GestureEvent) => void): void =>
    stage.addEventListener(name, (event) => {
      event.preventDefault();
      react(event as GestureEvent);
    });
  on('gesturestart', ({ scale }) => {
    before = scale;
  });
  on('gesturechange', (event) => {
    moves.zoom(event.scale / before, pointOn(stage, event));
    before = event.scale;
  });
}
