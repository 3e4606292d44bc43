/** Does work that holds so many bytes in memory, once there is room for them. */
export type WithinBytes = <T>(bytes: number, work: () => Promise<T>) => Promise<T>;

/** Bounds what pieces of work hold together; they begin in the order in which they came. */
export function withinBytes(mostBytes: number): WithinBytes {
  let freeBytes = mostBytes;
  const waiting: { readonly bytes: number; readonly begin: () => void }[] = [];
  const beginNext = (): void => {
    for (let next = waiting[0]; next !== undefined && next.bytes <= freeBytes; next = waiting[0]) {
      waiting.shift();
      freeBytes -= next.bytes;
      next.begin();
    }
  };
  return async (wantedBytes, work) => {
    const bytes = Math.min(wantedBytes, mostBytes);
    await new Promise<void>((begin) => {
      waiting.push({ bytes, begin });
      beginNext();
    });
    try {
      return await work();
    } finally {
      freeBytes += bytes;
      beginNext();
    }
  };
}
