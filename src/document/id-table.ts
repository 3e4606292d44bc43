import { DocumentRefused } from './document-refused.ts';
import { decodeString } from './json-spans.ts';
import type { RowTable } from './row-table.ts';
import { NodeColumn } from './snapshot-layout.ts';

/** Slots looked at before the table is built again with another seed. */
export const maxProbes = 1024;
const maxSeeds = 16;

export interface IdTable {
  /** Pairs of hash and record index + 1; an empty slot is two zeros. */
  readonly slots: Uint32Array;
  readonly seed: number;
}

/**
 * Builds the look-up from ids to records, at most half full.
 *
 * @throws DocumentRefused when two nodes have the same id (a node listed under itself is one of these)
 */
export function buildIdTable(records: RowTable, prefix: Uint8Array): IdTable {
  const ids = Array.from({ length: records.rows }, (_, row) => {
    return decodeString(prefix, records.get(row, NodeColumn.idStart), records.get(row, NodeColumn.idEnd));
  });
  refuseRepeated(ids);
  for (let seed = 0; seed < maxSeeds; seed++) {
    const slots = fill(ids, seed);
    if (slots !== undefined) return { slots, seed };
  }
  throw new DocumentRefused('The ids of the nodes are made to collide.');
}

function refuseRepeated(ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) throw new DocumentRefused(`The id ${id.slice(0, 100)} belongs to more than one node.`);
    seen.add(id);
  }
}

/** Nothing when some id lies too far from its place, as ids chosen for that do. */
function fill(ids: readonly string[], seed: number): Uint32Array | undefined {
  const count = slotCount(ids.length);
  const slots = new Uint32Array(count * 2);
  for (const [index, id] of ids.entries()) {
    const hash = hashId(id, seed);
    let slot = hash & (count - 1);
    let probes = 0;
    while (slots[slot * 2 + 1] !== 0) {
      if (++probes === maxProbes) return undefined;
      slot = (slot + 1) & (count - 1);
    }
    slots[slot * 2] = hash;
    slots[slot * 2 + 1] = index + 1;
  }
  return slots;
}

function slotCount(ids: number): number {
  let count = 4;
  while (count < ids * 2) count *= 2;
  return count;
}

/** FNV-1a over UTF-16 units, mixed at the end so that the low bits depend on all of them. */
export function hashId(id: string, seed: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1);
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
