import type { BlobId } from '../contract/branded-ids.ts';
import { LeastRecent } from '../least-recent.ts';

/** Parts of blobs in memory, up to a bound: those used longest ago go. */
export interface KeptParts {
  get(id: BlobId, index: number): Uint8Array | undefined;
  keep(id: BlobId, index: number, bytes: Uint8Array): void;
  /** How many there are of a blob. */
  count(id: BlobId): number;
}

export function keptParts(mostBytes: number): KeptParts {
  const counts = new Map<BlobId, number>();
  const add = (id: BlobId, by: 1 | -1): void => {
    const count = (counts.get(id) ?? 0) + by;
    if (count === 0) counts.delete(id);
    else counts.set(id, count);
  };
  const parts = new LeastRecent<string, { readonly id: BlobId; readonly bytes: Uint8Array }>(
    mostBytes,
    ({ id }) => add(id, -1),
  );
  return {
    get: (id, index) => parts.get(`${id}/${index}`)?.bytes,
    keep: (id, index, bytes) => {
      if (bytes.length > mostBytes) return;
      add(id, 1);
      parts.set(`${id}/${index}`, { id, bytes }, bytes.length);
    },
    count: (id) => counts.get(id) ?? 0,
  };
}
