import { nodeProperties } from '../contract/node-properties.ts';
import { type NodeSpans, nodeSpans } from '../document/node-values.ts';
import type { Piece } from '../document/selection.ts';
import type { EntryMap } from '../document/snapshot-entries.ts';
import type { Draft } from './draft.ts';
import { type DraftNode, upwards } from './draft-node.ts';

/** The changed document as a file answer with all that the source had; what stayed is copied as it lies. */
export function* documentPieces(draft: Draft, others: readonly DraftNode[]): Generator<Piece> {
  const marked = new Set<DraftNode>();
  for (const nodes of [others, draft.restructured, draft.placed])
    for (const node of nodes) {
      yield emptyPiece;
      if (draft.isThere(node)) markUpwards(marked, node);
    }
  yield text('{"document":');
  yield* nodePieces(draft, marked);
  yield* mapPieces(draft);
  const fields = JSON.stringify(draft.snapshot.fields).slice(1, -1);
  yield text(`${fields === '' ? '' : `,${fields}`}}`);
}

const text = (value: string): Uint8Array => Buffer.from(value);

function markUpwards(marked: Set<DraftNode>, node: DraftNode): void {
  for (const above of upwards(node)) {
    if (marked.has(above)) return;
    marked.add(above);
  }
}

/** No recursion: a document may be nested as deep as it likes. */
function* nodePieces(draft: Draft, marked: ReadonlySet<DraftNode>): Generator<Piece> {
  const levels: Iterator<DraftNode | Stretch | string | undefined>[] = [[draft.root].values()];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { value: next, done } = level.next();
    if (done) levels.pop();
    else if (next === undefined) yield emptyPiece;
    else if (typeof next === 'string') yield text(next);
    else if ('first' in next) yield* draft.snapshot.neighbours(next.first, next.last);
    else {
      yield* inEmptyPieces(next.readChildren());
      const hasChildren = yield* ownPieces(draft, next);
      yield text(hasChildren ? ',"children":[' : '}');
      if (hasChildren) levels.push(listed(childrenOf(draft, next, marked)));
    }
  }
}

/** Rows of neighbours that stayed as they were, from the first to the last. */
interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** The children of a node; those that stayed as they were come in stretches. Undefined is a step that found none. */
function* childrenOf(
  { snapshot }: Draft,
  parent: DraftNode,
  marked: ReadonlySet<DraftNode>,
): Generator<DraftNode | Stretch | undefined> {
  const behind = yield* rowsBehind(parent.row === undefined ? [] : snapshot.children(parent.row));
  let stretch: Stretch | undefined;
  for (const child of parent.children) {
    yield;
    const row = marked.has(child) ? undefined : child.row;
    const isNext = stretch !== undefined && row !== undefined && behind.get(stretch.last) === row;
    if (stretch !== undefined && !isNext) yield stretch;
    if (row === undefined) yield child;
    stretch = row === undefined ? undefined : { first: isNext && stretch ? stretch.first : row, last: row };
  }
  if (stretch !== undefined) yield stretch;
}

/** By the row of a child, that of the one behind it. */
function* rowsBehind(rows: Iterable<number>): Generator<undefined, ReadonlyMap<number, number>> {
  const behind = new Map<number, number>();
  let before: number | undefined;
  for (const row of rows) {
    yield;
    if (before !== undefined) behind.set(before, row);
    before = row;
  }
  return behind;
}

/** Nodes with what stands between them, and behind the last. Undefined is a step that found none. */
function* listed(
  nodes: Iterable<DraftNode | Stretch | undefined>,
): Generator<DraftNode | Stretch | string | undefined> {
  let isFirst = true;
  for (const node of nodes) {
    if (node !== undefined && !isFirst) yield ',';
    if (node !== undefined) isFirst = false;
    yield node;
  }
  yield ']}';
}

/** The properties of a node, its brace left open; what stayed as it was is copied. Answers whether there are children. */
function* ownPieces({ snapshot }: Draft, node: DraftNode): Generator<Piece, boolean> {
  const { row, before = {}, own } = node;
  const present =
    row === undefined ? nothing : yield* inEmptyPieces(nodeSpans(snapshot, row, { everything: true }));
  const values = new Map<string, Uint8Array>();
  for (const [key, { start, end }] of present.spans) values.set(key, present.bytes.subarray(start, end));
  const hasChildren =
    node.children.length > 0 ||
    (values.delete('children') && before.type === own.type) ||
    nodeProperties(node.type)?.schemas.has('children') === true;
  values.delete('children');
  for (const key of Object.keys(before)) if (!Object.hasOwn(own, key)) values.delete(key);
  for (const [key, value] of Object.entries(own)) {
    yield emptyPiece;
    if (value === undefined) values.delete(key);
    else if (key !== 'children' && (node.before === undefined || before[key] !== value))
      values.set(key, text(JSON.stringify(value)));
  }
  let mark = '{';
  for (const [key, value] of values) {
    yield text(`${mark}${JSON.stringify(key)}:`);
    yield value;
    mark = ',';
  }
  if (values.size === 0) yield text('{');
  return hasChildren;
}

const nothing: NodeSpans = { bytes: Buffer.alloc(0), spans: new Map() };
const emptyPiece = new Uint8Array(0);

/** Whoever copies pieces may let others to work after each. */
function* inEmptyPieces<T>(steps: Generator<void, T>): Generator<Piece, T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    yield emptyPiece;
  }
}

function* mapPieces(draft: Draft): Generator<Piece> {
  const maps: Record<EntryMap, Map<string, string>> = {
    components: new Map(),
    componentSets: new Map(),
    styles: new Map(),
  };
  for (const { map, id, text: value } of draft.snapshot.entryTexts()) {
    yield emptyPiece;
    maps[map].set(id, value);
  }
  for (const { map, id, value } of draft.entries.values()) {
    if (value === null) maps[map].delete(id);
    else maps[map].set(id, JSON.stringify(value));
  }
  for (const [name, entries] of Object.entries(maps)) {
    yield text(`,"${name}":{`);
    let comma = '';
    for (const [id, value] of entries) {
      yield text(`${comma}${JSON.stringify(id)}:${value}`);
      comma = ',';
    }
    yield text('}');
  }
}
