import { cssColor } from '../../../src/code/colors.ts';
import { element, replaceContent } from '../../viewer/element.ts';
import { overlapOf, type Size, seenBox, type View } from '../../viewer/view.ts';
import type { Layer } from '../layers/layer-store.ts';
import { type LayoutGrid, sectionsOf } from './grid-sections.ts';
import { putOver } from './put-over.ts';

/** Layout grids of frames, over the picture. */
export interface LayoutGrids {
  readonly element: HTMLElement;
  show(layers: readonly Layer[]): void;
  place(view: View, size: Size): void;
}

/** Lines that are closer on the screen would be one area. */
const leastPx = 4;

export function createLayoutGrids(): LayoutGrids {
  const place = element('div', { class: 'layout-grids' });
  let frames: { layer: Layer; element: HTMLElement }[] = [];
  return {
    element: place,
    show: (layers) => {
      frames = layers.map((layer) => ({ layer, element: drawnOver(layer) }));
      replaceContent(
        place,
        frames.map((frame) => frame.element),
      );
    },
    place: (view, size) => {
      const seen = seenBox(view, size);
      for (const { layer, element: frame } of frames) {
        frame.hidden = layer.bounds === null || overlapOf(layer.bounds, seen) === null;
        if (layer.bounds === null || frame.hidden) continue;
        putOver(frame, layer.bounds, view, size);
        for (const lines of frame.querySelectorAll<HTMLElement>('[data-step]'))
          lines.hidden = Number(lines.getAttribute('data-step')) * view.zoom < leastPx;
      }
    },
  };
}

function drawnOver({ layout_grids: grids = [], bounds }: Layer): HTMLElement {
  const frame = element('div', { class: 'layout-grid' });
  if (bounds !== null) for (const grid of grids) frame.append(...drawn(grid, bounds));
  return frame;
}

function drawn(grid: LayoutGrid, { width, height }: Size): HTMLElement[] {
  if (grid.pattern === 'GRID') return [squares(grid, { width, height })];
  const isColumns = grid.pattern === 'COLUMNS';
  return sectionsOf(grid, isColumns ? width : height).map(({ from, size }) => {
    const section = element('div', { class: isColumns ? 'grid-column' : 'grid-row' });
    section.style.setProperty('--from', `${from * 100}%`);
    section.style.setProperty('--size', `${size * 100}%`);
    section.style.setProperty('--grid-color', cssColor(grid.color));
    return section;
  });
}

function squares({ sectionSize, color }: LayoutGrid, { width, height }: Size): HTMLElement {
  const lines = element('div', { class: 'grid-squares', 'data-step': String(sectionSize) });
  lines.style.setProperty('--across', `${(sectionSize / width) * 100}%`);
  lines.style.setProperty('--down', `${(sectionSize / height) * 100}%`);
  lines.style.setProperty('--grid-color', cssColor(color));
  return lines;
}
