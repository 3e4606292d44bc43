import { type Box, fitted, middleOf, mostZoom, type Point, type Size, type View } from '../viewer/view.ts';
import type { Scaling } from './place.ts';

/** The view of one frame, moved by CSS pixels from where it begins, as far as there is more of it. */
export function frameView(frame: Box, size: Size, scaling: Scaling, scrolled: Point): View {
  const zoom = zoomOf(frame, size, scaling);
  const middle = middleOf(frame);
  return {
    x: along(frame.x, frame.width, middle.x, size.width / zoom, scrolled.x / zoom),
    y: along(frame.y, frame.height, middle.y, size.height / zoom, scrolled.y / zoom),
    zoom,
  };
}

function zoomOf(frame: Box, size: Size, scaling: Scaling): number {
  if (scaling === 'min-zoom') return 1;
  if (scaling === 'scale-down-width') return Math.min(1, size.width / Math.max(frame.width, 1));
  return fitted(frame, size, { most: scaling === 'contain' ? mostZoom : 1 }).zoom;
}

/** In the middle where all of it is seen, else as far from its beginning as it was scrolled. */
function along(start: number, length: number, middle: number, seen: number, scrolled: number): number {
  const more = length - seen;
  return more <= 0 ? middle : start + seen / 2 + Math.min(Math.max(scrolled, 0), more);
}

/** How far a frame can be scrolled, in CSS pixels. */
export function scrollRoom(frame: Box, size: Size, scaling: Scaling): Point {
  const zoom = zoomOf(frame, size, scaling);
  return {
    x: Math.max(0, frame.width * zoom - size.width),
    y: Math.max(0, frame.height * zoom - size.height),
  };
}
