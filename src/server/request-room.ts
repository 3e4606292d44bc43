/** Memory for requests that are under way, by the address of their client. */
export interface RequestRoom {
  /** Takes room for one more; answers what gives it back, or nothing where there is none. */
  take(address: string, rawHeaders: readonly string[]): (() => void) | undefined;
}

/** What a request takes beside the text of its head. */
const ofEachBytes = 16 * 1024;
const mebibyte = 2 ** 20;

/**
 * A head that is a few bytes on the wire may be 64 KB here, by references to what its connection has sent before, and
 * is held until its request is over. There is room for 16,000 small requests of an address, 3,000 of the largest.
 */
export function roomForRequests(
  { ofOne, ofAll } = { ofOne: 256 * mebibyte, ofAll: 1024 * mebibyte },
): RequestRoom {
  const held = new Map<string, number>();
  let heldByAll = 0;
  const add = (address: string, bytes: number): void => {
    const now = (held.get(address) ?? 0) + bytes;
    heldByAll += bytes;
    if (now === 0) held.delete(address);
    else held.set(address, now);
  };
  return {
    take: (address, rawHeaders) => {
      let bytes = ofEachBytes;
      for (const text of rawHeaders) bytes += text.length;
      if ((held.get(address) ?? 0) + bytes > ofOne || heldByAll + bytes > ofAll) return undefined;
      add(address, bytes);
      return () => add(address, -bytes);
    },
  };
}
