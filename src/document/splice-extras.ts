import { filterPluginData } from './plugin-data.ts';
import type { Piece, SourceRange, TreeSelection } from './selection.ts';
import type { Segment } from './shown-segments.ts';
import { ExtraColumn, ExtraKind } from './snapshot-layout.ts';
import type { SnapshotTables } from './snapshot-tables.ts';

/** Which of the properties that the default answer leaves out are asked for. */
export interface WantedExtras {
  readonly geometry: boolean;
  readonly pluginIds: ReadonlySet<string>;
  readonly shared: boolean;
  readonly glyphs: boolean;
  /** Of every plugin. */
  readonly everything: boolean;
}

export function wantedExtras(selection: TreeSelection): WantedExtras {
  const { geometry = false, pluginData = [], glyphs = false, everything = false } = selection;
  const pluginIds = new Set(pluginData.filter((id) => id !== 'shared'));
  const shared = everything || pluginData.includes('shared');
  return { geometry: geometry || everything, pluginIds, shared, glyphs: glyphs || everything, everything };
}

/** Whether more than geometry is asked for, whose bytes are known without reading. */
const wantsMore = ({ pluginIds, shared, glyphs, everything }: WantedExtras): boolean =>
  pluginIds.size > 0 || shared || glyphs || everything;

/** Plugin data that is read between two steps. */
const stepExtras = 64;
const noBytes = Buffer.alloc(0);

/**
 * Length of a segment with its extras, without reading more than their index, but for plugin data, which is read in
 * steps. Each step is `counted`.
 */
export function* splicedBytes<Counted>(
  tables: SnapshotTables,
  segment: Segment,
  wanted: WantedExtras,
  counted: Counted,
): Generator<Counted, number> {
  const { start, end, extrasStart, extrasEnd } = segment;
  const prefix = tables.sections.prefix.position;
  let bytes = end - start + tables.patches.growth(prefix + start, prefix + end);
  if (wanted.geometry) {
    const extras = tables.sections.extras.position;
    bytes +=
      tables.extra(extrasEnd, ExtraColumn.geometryBefore) -
      tables.extra(extrasStart, ExtraColumn.geometryBefore) +
      tables.patches.growth(
        extras + tables.extra(extrasStart, ExtraColumn.pieceStart),
        extras + tables.extra(extrasEnd, ExtraColumn.pieceStart),
      );
  }
  if (!wantsMore(wanted)) return bytes;
  for (let row = extrasStart; row < extrasEnd; row++) {
    if (row % stepExtras === 0) yield counted;
    if (tables.extra(row, ExtraColumn.kind) !== ExtraKind.geometry)
      bytes += pieceBytes(extraPiece(tables, row, wanted));
  }
  return bytes;
}

/** A segment with its extras put where they came from, and the patches put in; empty pieces let the reader rest. */
export function* splice(tables: SnapshotTables, segment: Segment, wanted: WantedExtras): Generator<Piece> {
  for (const piece of unpatched(tables, segment, wanted)) {
    if (piece instanceof Uint8Array) yield piece;
    else yield* tables.patches.apply(piece);
  }
}

function* unpatched(tables: SnapshotTables, segment: Segment, wanted: WantedExtras): Generator<Piece> {
  const prefix = tables.sections.prefix.position;
  let cursor = segment.start;
  const last = wanted.geometry || wantsMore(wanted) ? segment.extrasEnd : segment.extrasStart;
  for (let row = segment.extrasStart; row < last; row++) {
    if (row % stepExtras === 0 && wantsMore(wanted)) yield noBytes;
    const piece = extraPiece(tables, row, wanted);
    if (piece === undefined) continue;
    const insertAt = tables.extra(row, ExtraColumn.insertAt);
    if (insertAt > cursor) yield { position: prefix + cursor, length: insertAt - cursor };
    yield piece;
    cursor = insertAt;
  }
  if (segment.end > cursor) yield { position: prefix + cursor, length: segment.end - cursor };
}

/** What the answer shows of one extra; nothing where it isn't asked for. */
function extraPiece(tables: SnapshotTables, row: number, wanted: WantedExtras): Piece | undefined {
  const kind = tables.extra(row, ExtraColumn.kind);
  if (kind === ExtraKind.geometry) return wanted.geometry ? extraRange(tables, row) : undefined;
  if (kind === ExtraKind.sharedPluginData) return wanted.shared ? extraRange(tables, row) : undefined;
  if (kind === ExtraKind.glyphs) return wanted.glyphs ? extraRange(tables, row) : undefined;
  if (wanted.everything) return extraRange(tables, row);
  if (wanted.pluginIds.size === 0) return undefined;
  const { position, length } = extraRange(tables, row);
  return filterPluginData(tables.reader.bytes(position, length), wanted.pluginIds);
}

function extraRange(tables: SnapshotTables, row: number): SourceRange {
  const start = tables.extra(row, ExtraColumn.pieceStart);
  const end = tables.extra(row + 1, ExtraColumn.pieceStart);
  return { position: tables.sections.extras.position + start, length: end - start };
}

export const pieceBytes = (piece: Piece | undefined): number => piece?.length ?? 0;
