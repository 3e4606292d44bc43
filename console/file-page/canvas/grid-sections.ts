import type { Layer } from '../layers/layer-store.ts';

export type LayoutGrid = NonNullable<Layer['layout_grids']>[number];

/** Columns or rows, as parts of the frame's width or height from 0 to 1. */
export interface GridSection {
  readonly from: number;
  readonly size: number;
}

/** More would only cover the frame. */
const mostSections = 200;

/** Where the columns or rows of a layout grid stand in a frame that is so wide or so high, as parts of that. */
export function sectionsOf(grid: LayoutGrid, length: number): GridSection[] {
  const count = countOf(grid, length);
  const { alignment, gutterSize: gutter, offset } = grid;
  const free = length - 2 * offset - (count - 1) * gutter;
  const size = alignment === 'STRETCH' ? free / count : grid.sectionSize;
  const all = count * size + (count - 1) * gutter;
  const starts = { MIN: offset, STRETCH: offset, MAX: length - offset - all, CENTER: (length - all) / 2 };
  if (!(size > 0) || !(length > 0)) return [];
  return Array.from({ length: count }, (_, at) => ({
    from: (starts[alignment] + at * (size + gutter)) / length,
    size: size / length,
  }));
}

/** A grid without a count goes on to the end of the frame. */
function countOf({ count, sectionSize, gutterSize, offset }: LayoutGrid, length: number): number {
  const fitting = Math.ceil((length - offset + gutterSize) / (sectionSize + gutterSize));
  const wanted = count > 0 ? Math.floor(count) : fitting;
  return Number.isFinite(wanted) ? Math.min(Math.max(wanted, 1), mostSections) : mostSections;
}
