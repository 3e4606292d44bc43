import { isUtf8 } from 'node:buffer';
import { type Tree, TreeCompiler } from './compile-tree.ts';
import { DocumentRefused } from './document-refused.ts';
import type { Patch } from './patches.ts';
import type { RowTable } from './row-table.ts';
import type { Segment } from './shown-segments.ts';
import { ExtraColumn, ExtraKind, NodeColumn } from './snapshot-layout.ts';
import type { Section, SnapshotTables } from './snapshot-tables.ts';
import { SpanWriter } from './span-writer.ts';
import { splice, wantedExtras } from './splice-extras.ts';

/**
 * Why patches that somebody else may have made can not lie over a snapshot that is believed; undefined where they
 * can. Of each node that they touch its own properties are compiled anew: it has to stay the node that it is, with
 * its children and its vector and plugin data in their places.
 */
export function patchesProblem(tables: SnapshotTables): string | undefined {
  const { patches } = tables.patches;
  if (!isApart(patches)) return 'Its changes overlap.';
  const rows = new Set<number>();
  for (const patch of patches) {
    const row = rowAround(tables, patch);
    if (row === undefined) return `Its change at byte ${patch.position} is not within one node.`;
    rows.add(row);
  }
  for (const row of rows) {
    const problem = problemOfNode(tables, row);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isApart(patches: readonly Patch[]): boolean {
  let end = 0;
  return patches.every(({ position, length }) => {
    const before = end;
    end = position + length;
    return position >= before;
  });
}

/** The node in whose own text, children left out, or in whose vector or plugin data a patch lies. */
function rowAround(tables: SnapshotTables, { position, length }: Patch): number | undefined {
  const { prefix, extras } = tables.sections;
  if (isWithin(prefix, position, length)) {
    const start = position - prefix.position;
    const row = innermost(tables, start);
    return row !== undefined && isOwn(tables, row, start, start + length) ? row : undefined;
  }
  if (!isWithin(extras, position, length)) return undefined;
  const [start, end] = [position - extras.position, position - extras.position + length];
  const extra = lastRow(tables.extraCount, (row) => tables.extra(row, ExtraColumn.pieceStart) <= start);
  if (extra < 0 || end > tables.extra(extra + 1, ExtraColumn.pieceStart)) return undefined;
  // What plugins wrote is counted as it is.
  if (tables.extra(extra, ExtraColumn.kind) !== ExtraKind.geometry) return undefined;
  return innermost(tables, tables.extra(extra, ExtraColumn.insertAt));
}

const isWithin = (section: Section, position: number, length: number): boolean =>
  position >= section.position && position + length <= section.position + section.length;

/** The innermost node that has the offset behind its opening brace and before the end of its closing one. */
function innermost({ node, nodeCount }: SnapshotTables, offset: number): number | undefined {
  let row = lastRow(nodeCount, (candidate) => node(candidate, NodeColumn.start) < offset);
  while (row > 0 && node(row, NodeColumn.end) <= offset) row = node(row, NodeColumn.parent);
  return row >= 0 && offset < node(row, NodeColumn.end) ? row : undefined;
}

function isOwn({ node }: SnapshotTables, row: number, start: number, end: number): boolean {
  const children = node(row, NodeColumn.childrenStart);
  if (end >= node(row, NodeColumn.end)) return false;
  return children === 0 || end < children || start > node(row, NodeColumn.childrenEnd);
}

/** The last of the rows for which something holds that holds for the first ones; -1 where it does for none. */
function lastRow(rows: number, holds: (row: number) => boolean): number {
  let [low, high] = [-1, rows - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function problemOfNode(tables: SnapshotTables, row: number): string | undefined {
  const changed = `Its changes of the node at byte ${tables.node(row, NodeColumn.start)} of the document`;
  const text = ownText(tables, row);
  if (!isUtf8(text)) return `${changed} are not UTF-8 text.`;
  try {
    const { records, extraIndex, end } = compiled(text);
    const isSame =
      end === text.length &&
      records.rows === 1 &&
      hasSamePlaces(tables, row, records) &&
      hasSameExtras(tables, row, extraIndex);
    return isSame ? undefined : `${changed} leave it another node.`;
  } catch (error) {
    if (error instanceof DocumentRefused) return `${changed} can not be taken: ${error.message}`;
    throw error;
  }
}

const compiled = (text: Uint8Array): Tree =>
  new TreeCompiler(text, new SpanWriter(text.length), new SpanWriter(text.length), true).compile();

const everything = wantedExtras({ everything: true });

/** A node as it is with the patches, and without its children. */
function ownText(tables: SnapshotTables, row: number): Buffer {
  const { source } = tables.reader;
  const bytes = ownSegments(tables, row).flatMap((segment) =>
    [...splice(tables, segment, everything)].map((piece) =>
      piece instanceof Uint8Array ? piece : source.read(piece.position, piece.length),
    ),
  );
  return Buffer.concat(bytes);
}

/** Before its children and behind them. */
function ownSegments({ node }: SnapshotTables, row: number): Segment[] {
  const at = (column: number) => node(row, column);
  const nodes = { nodesStart: row, nodesEnd: row };
  const [start, extrasStart] = [at(NodeColumn.start), at(NodeColumn.extrasStart)];
  const [end, extrasEnd] = [at(NodeColumn.end), at(NodeColumn.extrasEnd)];
  if (at(NodeColumn.childrenStart) === 0) return [{ ...nodes, start, end, extrasStart, extrasEnd }];
  const [before, behind] = [at(NodeColumn.childrenStart), at(NodeColumn.childrenEnd)];
  return [
    { ...nodes, start, end: before, extrasStart, extrasEnd: at(NodeColumn.extrasBefore) },
    { ...nodes, start: behind, end, extrasStart: at(NodeColumn.extrasAfter), extrasEnd },
  ];
}

const placesOfNode = [
  NodeColumn.idStart,
  NodeColumn.idEnd,
  NodeColumn.typeStart,
  NodeColumn.typeEnd,
  NodeColumn.nameStart,
  NodeColumn.nameEnd,
  NodeColumn.childrenStart,
  NodeColumn.childrenEnd,
  NodeColumn.end,
];

/** Readers take a node's places from the snapshot, and its id and its type whatever lies over it. */
function hasSamePlaces(tables: SnapshotTables, row: number, made: RowTable): boolean {
  const at = (column: number) => tables.node(row, column);
  const place = placeIn(tables, row);
  const prefix = tables.sections.prefix.position;
  const isTouched = (start: number, end: number) =>
    tables.patches.touches(prefix + at(start), prefix + at(end));
  return (
    placesOfNode.every((column) => made.get(0, column) === (at(column) === 0 ? 0 : place(at(column)))) &&
    !isTouched(NodeColumn.idStart, NodeColumn.idEnd) &&
    !isTouched(NodeColumn.typeStart, NodeColumn.typeEnd)
  );
}

/** Where an offset of the prefix lies in a node's own text, the patches put in. */
function placeIn({ node, patches, sections }: SnapshotTables, row: number): (offset: number) => number {
  const prefix = sections.prefix.position;
  const grown = (from: number, to: number) => to - from + patches.growth(prefix + from, prefix + to);
  const start = node(row, NodeColumn.start);
  const [before, behind] = [node(row, NodeColumn.childrenStart), node(row, NodeColumn.childrenEnd)];
  return (offset) =>
    before === 0 || offset <= before ? grown(start, offset) : grown(start, before) + grown(behind, offset);
}

function hasSameExtras(tables: SnapshotTables, row: number, made: RowTable): boolean {
  const place = placeIn(tables, row);
  const extras = tables.sections.extras.position;
  const own = ownSegments(tables, row).flatMap(({ extrasStart, extrasEnd }) =>
    Array.from({ length: extrasEnd - extrasStart }, (_, index) => extrasStart + index),
  );
  return (
    made.rows === own.length + 1 &&
    own.every((extra, index) => {
      const [start, end] = [extra, extra + 1].map((one) => tables.extra(one, ExtraColumn.pieceStart)) as [
        number,
        number,
      ];
      const growth = tables.patches.growth(extras + start, extras + end);
      const bytes = made.get(index + 1, ExtraColumn.pieceStart) - made.get(index, ExtraColumn.pieceStart);
      return (
        made.get(index, ExtraColumn.insertAt) === place(tables.extra(extra, ExtraColumn.insertAt)) &&
        made.get(index, ExtraColumn.kind) === tables.extra(extra, ExtraColumn.kind) &&
        bytes === end - start + growth
      );
    })
  );
}
