import { type ByteBody, bytesBody, gather } from '../content/byte-body.ts';

type Read = (name: string) => Promise<ByteBody | undefined>;

/** Up to this size an image is read whole; it would go out in one piece anyway. */
const largestBytes = 256 * 1024;

/**
 * Reads an image once for all who ask for it at a time, and while its bytes are on their way to somebody: however many
 * ask for one image, it is in memory once.
 */
export function readTogether(read: Read): Read {
  const reading = new Map<string, Promise<ByteBody | undefined>>();
  const held = new Map<string, WeakRef<Buffer>>();
  const released = new FinalizationRegistry<string>((name) => {
    if (held.get(name)?.deref() === undefined) held.delete(name);
  });
  const readWhole: Read = async (name) => {
    const body = await read(name);
    if (body === undefined || body.whole !== undefined || body.sizeBytes > largestBytes) return body;
    const bytes = await gather(body);
    held.set(name, new WeakRef(bytes));
    released.register(bytes, name);
    return bytesBody(bytes);
  };
  const heldBody = (name: string): ByteBody | undefined => {
    const bytes = held.get(name)?.deref();
    return bytes && bytesBody(bytes, { isKept: true });
  };
  return async (name) => {
    const first = reading.get(name);
    if (first === undefined) {
      const body = heldBody(name);
      if (body !== undefined) return body;
      const began = readWhole(name).finally(() => reading.delete(name));
      reading.set(name, began);
      return began;
    }
    await first;
    // Larger ones are read by each, piece by piece.
    return heldBody(name) ?? read(name);
  };
}
