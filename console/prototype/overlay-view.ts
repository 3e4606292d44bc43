import { type Box, overlapOf, type Point, type Size, seenBox, type View } from '../viewer/view.ts';

/** Where the upper left corner of an overlay lies on the canvas: as said, else in the middle of what is seen of the frame. */
export function overlayCorner(
  overlay: Size,
  below: { readonly frame: Box; readonly view: View; readonly size: Size },
  at: Point | undefined,
): Point {
  if (at !== undefined) return at;
  const seen = overlapOf(below.frame, seenBox(below.view, below.size)) ?? below.frame;
  return {
    x: seen.x + Math.max(0, (seen.width - overlay.width) / 2),
    y: seen.y + Math.max(0, (seen.height - overlay.height) / 2),
  };
}

/** The view in which a frame of the page is seen with its upper left corner elsewhere on the canvas. */
export const viewOfOverlay = (frame: Box, corner: Point, below: View): View => ({
  x: below.x + frame.x - corner.x,
  y: below.y + frame.y - corner.y,
  zoom: below.zoom,
});

/** The part of the stage that a box of the canvas takes, in CSS pixels. */
export const onStage = (box: Box, view: View, size: Size): Box => ({
  x: (box.x - view.x) * view.zoom + size.width / 2,
  y: (box.y - view.y) * view.zoom + size.height / 2,
  width: box.width * view.zoom,
  height: box.height * view.zoom,
});
