import type { Box, Size, View } from '../../viewer/view.ts';

/** Where a box of the canvas is seen, in CSS pixels of the stage. */
export const boxOnScreen = (box: Box, view: View, size: Size): Box => ({
  x: (box.x - view.x) * view.zoom + size.width / 2,
  y: (box.y - view.y) * view.zoom + size.height / 2,
  width: box.width * view.zoom,
  height: box.height * view.zoom,
});

/** Puts an element where a box of the canvas is seen. */
export function putOver(one: HTMLElement, box: Box, view: View, size: Size): void {
  const { x, y, width, height } = boxOnScreen(box, view, size);
  one.style.transform = `translate(${x}px, ${y}px)`;
  one.style.width = `${width}px`;
  one.style.height = `${height}px`;
}
