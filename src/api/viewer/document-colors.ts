import { cssColor } from '../../code/colors.ts';
import type { Color } from '../../code/own-node.ts';
import { someValues } from '../../document/node-values.ts';
import type { Snapshot } from '../../document/snapshot.ts';

/** A colour as CSS has it, and how many fills and strokes have it. */
export interface UsedColor {
  readonly value: string;
  readonly count: number;
}

const colorKeys: ReadonlySet<string> = new Set(['visible', 'fills', 'strokes']);

/** The plain colours that are seen in a node and all that is in it, the most used first; a step for each node. */
export function* colorsIn(snapshot: Snapshot, root: number): Generator<void, UsedColor[]> {
  const counts = new Map<string, number>();
  const { depth } = snapshot.node(root);
  let hiddenFrom = Number.POSITIVE_INFINITY;
  for (let index = root; index < snapshot.nodeCount; index += 1) {
    const node = snapshot.node(index);
    if (index > root && node.depth <= depth) break;
    if (node.depth <= hiddenFrom) hiddenFrom = Number.POSITIVE_INFINITY;
    if (node.depth < hiddenFrom) {
      const values = yield* someValues(snapshot, index, colorKeys);
      if (values.get('visible') === 'false') hiddenFrom = node.depth;
      else for (const value of colorsOf(values)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    yield;
  }
  const colors = [...counts].map(([value, count]) => ({ value, count }));
  return colors.sort((one, other) => other.count - one.count || one.value.localeCompare(other.value));
}

function colorsOf(values: ReadonlyMap<string, string>): string[] {
  const paints = ['fills', 'strokes'].flatMap((key) => listOf(values.get(key)));
  return paints.flatMap(({ type, visible, color, opacity = 1 }) =>
    type === 'SOLID' && visible !== false && isColor(color) && typeof opacity === 'number'
      ? [cssColor(color, opacity)]
      : [],
  );
}

type Paint = Readonly<Record<string, unknown>>;

function listOf(text = '[]'): Paint[] {
  const list: unknown = JSON.parse(text);
  return Array.isArray(list)
    ? list.filter((one): one is Paint => typeof one === 'object' && one !== null)
    : [];
}

const isColor = (value: unknown): value is Color =>
  typeof value === 'object' &&
  value !== null &&
  ['r', 'g', 'b'].every((key) => typeof (value as Paint)[key] === 'number');
