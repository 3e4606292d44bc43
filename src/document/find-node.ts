import { hashId, maxProbes } from './id-table.ts';
import { decodeString } from './json-spans.ts';
import { NodeColumn } from './snapshot-layout.ts';
import type { SnapshotTables } from './snapshot-tables.ts';

/** The record of the node with that id, by a few small reads whatever the document's size. */
export function findNode(tables: SnapshotTables, id: string): number | undefined {
  const hash = hashId(id, tables.idSeed);
  const mask = tables.idSlots - 1;
  let slot = hash & mask;
  for (let probes = 0; probes < maxProbes; probes++) {
    const row = tables.idSlot(slot, 1);
    if (row === 0) return undefined;
    if (tables.idSlot(slot, 0) === hash && nodeString(tables, row - 1, NodeColumn.idStart) === id)
      return row - 1;
    slot = (slot + 1) & mask;
  }
  return undefined;
}

/** A string of a record whose span begins in that column and ends in the next; empty where there is none. */
export function nodeString(tables: SnapshotTables, row: number, startColumn: number): string {
  const start = tables.node(row, startColumn);
  const end = tables.node(row, startColumn + 1);
  if (end === 0) return '';
  return decodeString(tables.prefix(start, end), 0, end - start);
}

/** Characters of a name that are shown in lists. */
const mostShown = 1000;
/** A name of fewer bytes is read whole: each character takes six at the most, as an escape. */
const mostReadBytes = 6 * mostShown;

/**
 * Both names of a record, as patches have them; one of megabytes is read no sooner than somebody asks for all of it.
 */
export function namesOf(
  tables: SnapshotTables,
  row: number,
): { readonly name: string; readonly shortName: string } {
  const start = tables.node(row, NodeColumn.nameStart);
  const end = tables.node(row, NodeColumn.nameStart + 1);
  if (end === 0) return { name: '', shortName: '' };
  const patched = patchedText(tables, start, end);
  const length = patched?.length ?? end - start;
  const read = (bytes: number) => patched?.subarray(0, bytes) ?? tables.prefix(start, start + bytes);
  if (length > mostReadBytes)
    return {
      get name() {
        return decodeString(read(length), 0, length);
      },
      shortName: shortened(beginningOf(read(mostReadBytes))),
    };
  const name = decodeString(read(length), 0, length);
  return { name, shortName: name.length > mostShown ? shortened(name) : name };
}

/** A range of the prefix as patches have it; undefined where it is as it was. */
function patchedText({ patches, reader, sections }: SnapshotTables, start: number, end: number) {
  const position = sections.prefix.position + start;
  const length = end - start;
  if (!patches.touches(position, position + length)) return undefined;
  const bytes = [...patches.apply({ position, length })].map((piece) =>
    piece instanceof Uint8Array ? piece : reader.bytes(piece.position, piece.length),
  );
  return Buffer.concat(bytes, length + patches.growth(position, position + length));
}

/** The characters of a string that is cut off. */
function beginningOf(text: Uint8Array): string {
  let end = 1;
  for (let next = end; next <= text.length - 1; next = behindCharacter(text, end)) end = next;
  const view = Buffer.from(text.buffer, text.byteOffset + 1, end - 1);
  return JSON.parse(`"${view.toString('utf8')}"`) as string;
}

function behindCharacter(text: Uint8Array, at: number): number {
  const byte = text[at]!;
  if (byte === 0x5c) return at + (text[at + 1] === 0x75 ? 6 : 2);
  return at + (byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4);
}

/** Half of a character that two units make is left out. */
const shortened = (name: string): string =>
  `${name.slice(0, mostShown - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
