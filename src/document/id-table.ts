import { DocumentRefused } from './document-refused.ts';
import { decodeString } from './json-spans.ts';
import type { RowTable } from './row-table.ts';
import { NodeColumn } from './snapshot-layout.ts';
import type { SpanWriter } from './span-writer.ts';

/** Slots looked at before the table is built again with another seed. */
export const maxProbes = 1024;
const maxSeeds = 16;

export interface IdTable {
  /** Pairs of hash and record index + 1; an empty slot is two zeros. */
  readonly slots: Uint32Array;
  readonly seed: number;
}

/** The ids of records, as tokens with their quotes. */
interface Ids {
  readonly count: number;
  token(row: number): Uint8Array;
}

function idAt(ids: Ids, row: number): string {
  const token = ids.token(row);
  return decodeString(token, 0, token.length);
}

/**
 * Builds the look-up from ids to records, at most half full.
 *
 * @throws DocumentRefused when two nodes have the same id (a node listed under itself is one of these)
 */
export function buildIdTable(records: RowTable, prefix: SpanWriter): IdTable {
  const ids: Ids = {
    count: records.rows,
    token: (row) => prefix.read(records.get(row, NodeColumn.idStart), records.get(row, NodeColumn.idEnd)),
  };
  for (let seed = 0; seed < maxSeeds; seed++) {
    const slots = fill(ids, seed);
    if (slots !== undefined) return { slots, seed };
  }
  refuseRepeated(ids);
  throw new DocumentRefused('The ids of the nodes are made to collide.');
}

function refuseRepeated(ids: Ids): void {
  const seen = new Set<string>();
  for (let row = 0; row < ids.count; row++) {
    const id = idAt(ids, row);
    if (seen.has(id)) throw repeated(id);
    seen.add(id);
  }
}

const repeated = (id: string) =>
  new DocumentRefused(`The id ${id.slice(0, 100)} belongs to more than one node.`);

/**
 * Nothing when some id lies too far from its place, as ids chosen for that do. One that is given twice meets itself
 * before it meets an empty slot.
 */
function fill(ids: Ids, seed: number): Uint32Array | undefined {
  const count = slotCount(ids.count);
  const slots = new Uint32Array(count * 2);
  for (let row = 0; row < ids.count; row++) {
    const hash = hashToken(ids.token(row), seed);
    let slot = hash & (count - 1);
    let probes = 0;
    while (slots[slot * 2 + 1] !== 0) {
      if (slots[slot * 2] === hash && idAt(ids, slots[slot * 2 + 1]! - 1) === idAt(ids, row))
        throw repeated(idAt(ids, row));
      if (++probes === maxProbes) return undefined;
      slot = (slot + 1) & (count - 1);
    }
    slots[slot * 2] = hash;
    slots[slot * 2 + 1] = row + 1;
  }
  return slots;
}

function slotCount(ids: number): number {
  let count = 4;
  while (count < ids * 2) count *= 2;
  return count;
}

const BACKSLASH = 0x5c;

/** The same as `hashId` of the string in quotes; one of plain ASCII is not built for that. */
function hashToken(token: Uint8Array, seed: number): number {
  let hash = firstHash(seed);
  for (let at = 1; at < token.length - 1; at++) {
    const byte = token[at]!;
    if (byte >= 0x80 || byte === BACKSLASH) return hashId(decodeString(token, 0, token.length), seed);
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return lastMixed(hash);
}

/** FNV-1a over UTF-16 units, mixed at the end so that the low bits depend on all of them. */
export function hashId(id: string, seed: number): number {
  let hash = firstHash(seed);
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return lastMixed(hash);
}

const firstHash = (seed: number): number => 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1);

function lastMixed(fnv: number): number {
  const hash = Math.imul(fnv ^ (fnv >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
