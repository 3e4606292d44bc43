import { someValues } from '../document/node-values.ts';
import { atOnce } from '../document/run-at-once.ts';
import type { Snapshot } from '../document/snapshot.ts';
import type { Versions } from './node-change.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface ChangedBox {
  /** The node's places. */
  readonly before: number;
  readonly after: number;
  /** The box as JSON. */
  readonly earlier: string | undefined;
  readonly later: string | undefined;
}

const boxKey: ReadonlySet<string> = new Set(['absoluteBoundingBox']);

/** In pixels: what is left of a number that went through 32-bit arithmetic at the far end of a page. */
const tolerance = 0.01;

/** Whether a box has the size that it had, and the place towards the box of its parent. */
export function isSameBox(versions: Versions, { before, after, earlier, later }: ChangedBox): boolean {
  const [old, now] = [boxOf(earlier), boxOf(later)];
  if (old === undefined || now === undefined) return false;
  const [from, to] = [originAbove(versions.before, before), originAbove(versions.after, after)];
  const differences = [
    old.width - now.width,
    old.height - now.height,
    old.x - from.x - (now.x - to.x),
    old.y - from.y - (now.y - to.y),
  ];
  return differences.every((difference) => Math.abs(difference) <= tolerance);
}

/** The corner of the parent's box; that of the page where the parent has none. */
function originAbove(snapshot: Snapshot, index: number): { readonly x: number; readonly y: number } {
  const { parent } = snapshot.node(index);
  if (parent === undefined) return { x: 0, y: 0 };
  const box = atOnce(someValues(snapshot, parent, boxKey)).get('absoluteBoundingBox');
  return boxOf(box) ?? { x: 0, y: 0 };
}

function boxOf(text = 'null'): Box | undefined {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { x, y, width, height } = value as Box;
  const isBox = [x, y, width, height].every((number) => typeof number === 'number');
  return isBox ? { x, y, width, height } : undefined;
}
