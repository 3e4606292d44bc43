import { decodeString } from './json-spans.ts';
import { membersInSteps } from './json-spans-in-steps.ts';
import type { SourceRange } from './selection.ts';
import { ExtraColumn, ExtraKind, NodeColumn } from './snapshot-layout.ts';
import type { SnapshotTables } from './snapshot-tables.ts';

/** Where a node's own properties lie in the snapshot's source, whatever lies over it. */
export interface OwnProperties {
  /** The values by key, vector data included; the children and what plugins wrote are not there. */
  readonly values: ReadonlyMap<string, SourceRange>;
  /** Behind the node's brace: where a property that it lacks can be put, with a comma behind it. */
  readonly insertAt: number;
}

/** In steps: a name or a text may have megabytes. */
export function* ownProperties(tables: SnapshotTables, row: number): Generator<void, OwnProperties> {
  const prefix = tables.sections.prefix.position;
  const start = tables.node(row, NodeColumn.start);
  return {
    values: new Map([...(yield* prefixValues(tables, row)), ...(yield* geometryValues(tables, row))]),
    insertAt: prefix + start + 1,
  };
}

type Found = [string, SourceRange][];

function* prefixValues(tables: SnapshotTables, row: number): Generator<void, Found> {
  const found: Found = [];
  const [start, end] = [tables.node(row, NodeColumn.start), tables.node(row, NodeColumn.end)];
  const [from, to] = [tables.node(row, NodeColumn.childrenStart), tables.node(row, NodeColumn.childrenEnd)];
  const prefix = tables.sections.prefix.position;
  const before = tables.prefix(start, from === 0 ? end : from);
  const text = from === 0 ? before : Buffer.concat([before, tables.prefix(to, end)]);
  for (const { keyStart, keyEnd, start: valueStart, end: valueEnd } of yield* membersInSteps(text, 0)) {
    const key = decodeString(text, keyStart, keyEnd);
    const left = valueStart < before.length ? start : to - before.length;
    if (key !== 'children')
      found.push([key, { position: prefix + left + valueStart, length: valueEnd - valueStart }]);
  }
  return found;
}

function* geometryValues(tables: SnapshotTables, row: number): Generator<void, Found> {
  const at = (column: number) => tables.node(row, column);
  const before = yield* piecesBetween(tables, at(NodeColumn.extrasStart), at(NodeColumn.extrasBefore));
  return [...before, ...(yield* piecesBetween(tables, at(NodeColumn.extrasAfter), at(NodeColumn.extrasEnd)))];
}

const openBrace = Buffer.from('{');
const closeBrace = Buffer.from('}');

function* piecesBetween(tables: SnapshotTables, first: number, end: number): Generator<void, Found> {
  const found: Found = [];
  for (let extra = first; extra < end; extra++) {
    if (tables.extra(extra, ExtraColumn.kind) !== ExtraKind.geometry) continue;
    const start = tables.extra(extra, ExtraColumn.pieceStart);
    const position = tables.sections.extras.position + start;
    const piece = tables.reader.bytes(position, tables.extra(extra + 1, ExtraColumn.pieceStart) - start);
    const text = Buffer.concat([openBrace, withoutLastComma(piece), closeBrace]);
    for (const { keyStart, keyEnd, start: valueStart, end: valueEnd } of yield* membersInSteps(text, 0))
      found.push([
        decodeString(text, keyStart, keyEnd),
        { position: position + valueStart - 1, length: valueEnd - valueStart },
      ]);
  }
  return found;
}

const COMMA = 0x2c;

/** A piece that stands before all other properties of its node has its comma behind it. */
const withoutLastComma = (piece: Uint8Array): Uint8Array =>
  piece.at(-1) === COMMA ? piece.subarray(0, -1) : piece;
