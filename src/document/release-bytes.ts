import { Buffer } from 'node:buffer';

/**
 * Gives the memory of bytes back at once, which nothing looks at any more: by itself it is given back when the engine
 * comes to it. Small pieces share theirs with others and stay.
 */
export function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}
