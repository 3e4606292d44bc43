import type { Layer } from '../../contract/contract.ts';

type LayoutGrid = NonNullable<Layer['layout_grids']>[number];

const mostGrids = 16;
const patterns: ReadonlySet<unknown> = new Set(['COLUMNS', 'ROWS', 'GRID']);
const alignments: ReadonlySet<unknown> = new Set(['MIN', 'MAX', 'STRETCH', 'CENTER']);

/** The layout grids of a frame that are to be seen; what a file has in their place that is none is passed over. */
export function visibleGrids(text: string | undefined): Pick<Layer, 'layout_grids'> {
  const grids: unknown = text === undefined ? [] : JSON.parse(text);
  const seen = Array.isArray(grids) ? grids.filter(isVisibleGrid).slice(0, mostGrids) : [];
  return seen.length === 0 ? {} : { layout_grids: seen.map(ownProperties) };
}

function isVisibleGrid(value: unknown): value is LayoutGrid {
  const grid = (value ?? {}) as Partial<Record<keyof LayoutGrid, unknown>>;
  const numbers = [grid.sectionSize, grid.gutterSize, grid.offset, grid.count];
  return (
    grid.visible !== false &&
    patterns.has(grid.pattern) &&
    alignments.has(grid.alignment) &&
    numbers.every(Number.isFinite) &&
    isColor(grid.color)
  );
}

const isColor = (value: unknown): boolean => {
  const { r, g, b, a } = (value ?? {}) as Record<string, unknown>;
  return [r, g, b, a].every(Number.isFinite);
};

const ownProperties = (grid: LayoutGrid): LayoutGrid => {
  const { pattern, sectionSize, alignment, gutterSize, offset, count } = grid;
  const { r, g, b, a } = grid.color;
  return { pattern, sectionSize, alignment, gutterSize, offset, count, visible: true, color: { r, g, b, a } };
};
