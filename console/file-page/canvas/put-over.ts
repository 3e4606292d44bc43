import type { Box, Size, View } from '../../viewer/view.ts';

/** Puts an element where a box of the canvas is seen. */
export function putOver(one: HTMLElement, box: Box, view: View, size: Size): void {
  const left = (box.x - view.x) * view.zoom + size.width / 2;
  const top = (box.y - view.y) * view.zoom + size.height / 2;
  one.style.transform = `translate(${left}px, ${top}px)`;
  one.style.width = `${box.width * view.zoom}px`;
  one.style.height = `${box.height * view.zoom}px`;
}
