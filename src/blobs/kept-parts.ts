import type { BlobId } from '../contract/branded-ids.ts';

/** Parts of blobs in memory, up to a bound: those used longest ago go. */
export interface KeptParts {
  get(id: BlobId, index: number): Uint8Array | undefined;
  keep(id: BlobId, index: number, bytes: Uint8Array): void;
  /** How many there are of a blob. */
  count(id: BlobId): number;
}

export function keptParts(mostBytes: number): KeptParts {
  /** Least recently used first. */
  const parts = new Map<string, { readonly id: BlobId; readonly bytes: Uint8Array }>();
  const counts = new Map<BlobId, number>();
  let keptBytes = 0;
  const add = (id: BlobId, by: 1 | -1): void => {
    const count = (counts.get(id) ?? 0) + by;
    if (count === 0) counts.delete(id);
    else counts.set(id, count);
  };
  const forget = (key: string): void => {
    const part = parts.get(key);
    if (part === undefined) return;
    parts.delete(key);
    keptBytes -= part.bytes.length;
    add(part.id, -1);
  };
  return {
    get: (id, index) => parts.get(`${id}/${index}`)?.bytes,
    keep: (id, index, bytes) => {
      const key = `${id}/${index}`;
      forget(key);
      parts.set(key, { id, bytes });
      keptBytes += bytes.length;
      add(id, 1);
      for (const oldest of parts.keys()) {
        if (keptBytes <= mostBytes) return;
        forget(oldest);
      }
    },
    count: (id) => counts.get(id) ?? 0,
  };
}
