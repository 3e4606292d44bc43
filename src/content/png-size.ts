import type { ByteBody } from './byte-body.ts';

/** Size of the picture in a PNG file, which stands in its first bytes. */
export async function pngSize(body: ByteBody): Promise<{ width: number; height: number }> {
  for await (const chunk of body.chunks()) {
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  throw new Error('The picture is empty.');
}
