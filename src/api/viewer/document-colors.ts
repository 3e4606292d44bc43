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

/** Colours of a node and all that is in it. */
interface UsedColors {
  /** The most used first, {@link mostShown} at the most. */
  readonly colors: UsedColor[];
  /** Of all. */
  readonly count: number;
}

/** So many colours are shown. */
const mostShown = 100;

/** The plain colours that are seen in a node and all that is in it; a step for each node and each colour. */
export function* colorsIn(snapshot: Snapshot, root: number): Generator<void, UsedColors> {
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
  return { colors: yield* mostUsed(counts), count: counts.size };
}

/** There may be as many colours as nodes: no more are sorted at once than are shown. */
export function* mostUsed(counts: ReadonlyMap<string, number>): Generator<void, UsedColor[]> {
  const colors: UsedColor[] = [];
  for (const [value, count] of counts) {
    yield;
    const last = colors.length === mostShown ? colors.at(-1) : undefined;
    if (last !== undefined && byUse({ value, count }, last) > 0) continue;
    if (last !== undefined) colors.pop();
    colors.push({ value, count });
    colors.sort(byUse);
  }
  return colors;
}

function byUse(one: UsedColor, other: UsedColor): number {
  if (one.count !== other.count) return other.count - one.count;
  return one.value < other.value ? -1 : 1;
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
