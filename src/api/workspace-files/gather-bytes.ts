import type { Readable } from 'node:stream';
import { payloadTooLarge } from '../../errors.ts';

/**
 * All bytes of a request's body. One that is too long is read to its end and thrown away: ending it early
 * would end the connection, and with it the answer.
 *
 * @throws ApiError 413
 */
export async function gatherBytes(body: Readable, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length;
    if (sizeBytes > mostBytes) {
      body.resume();
      throw payloadTooLarge(`The body is larger than ${mostBytes.toLocaleString('en')} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
