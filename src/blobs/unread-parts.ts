import { partBytes } from './part-hashes.ts';

/** Parts of a blob in memory, from when they have come until they are read: who reads goes from the first to the last. */
export interface UnreadParts {
  keep(index: number, chunks: readonly Uint8Array[]): void;
  /**
   * Fills the target with what lies from there on, and says whether all of it was there. What lies before is not kept
   * any longer.
   */
  read(target: Uint8Array, position: number): boolean;
  clear(): void;
}

/** Beyond that those go that would be read last. */
export function unreadParts(mostBytes: number): UnreadParts {
  const parts = new Map<number, readonly Uint8Array[]>();
  return {
    keep: (index, chunks) => {
      parts.set(index, chunks);
      if (parts.size * partBytes > mostBytes) parts.delete(Math.max(...parts.keys()));
    },
    read: (target, position) => {
      const first = Math.floor(position / partBytes);
      const end = Math.ceil((position + target.length) / partBytes);
      for (const index of parts.keys()) if (index < first) parts.delete(index);
      for (let index = first; index < end; index += 1) if (!parts.has(index)) return false;
      for (let index = first; index < end; index += 1)
        fill(target, parts.get(index) ?? [], index * partBytes - position);
      return true;
    },
    clear: () => parts.clear(),
  };
}

/** Puts what fits of the chunks into the target; the first one begins at `at`, which may lie before it. */
function fill(target: Uint8Array, chunks: readonly Uint8Array[], at: number): void {
  let start = at;
  for (const chunk of chunks) {
    const end = start + chunk.length;
    if (end > 0 && start < target.length)
      target.set(chunk.subarray(Math.max(0, -start), target.length - start), Math.max(0, start));
    start = end;
  }
}
