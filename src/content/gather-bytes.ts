import type { Readable } from 'node:stream';
import { joinedInSteps } from '../document/joined-in-steps.ts';
import { badRequest, payloadTooLarge } from '../errors.ts';
import { runYielding } from './yielding.ts';

/** How many times the limit is read and dropped before a sender who does not stop is refused in the middle. */
const patience = 4;

/**
 * All bytes of a request's body. A refusal waits until a body that is too long has come to its end, since many
 * clients read no answer before.
 *
 * @throws ApiError 413, 400 where the sender breaks off
 */
export function gatherBytes(body: Readable, mostBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const refusal = payloadTooLarge(`The body is larger than ${mostBytes.toLocaleString('en')} bytes.`);
    let chunks: Uint8Array[] = [];
    let sizeBytes = 0;
    body.on('data', (chunk: Uint8Array) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= mostBytes) chunks.push(chunk);
      else chunks = [];
      if (sizeBytes > mostBytes * patience) reject(refusal);
    });
    body.once('end', () => (sizeBytes > mostBytes ? reject(refusal) : resolve(joined(chunks))));
    body.once('error', reject);
    body.once('close', () => reject(badRequest('The body broke off.')));
  });
}

const smallBytes = 1024 * 1024;

const joined = (chunks: readonly Uint8Array[]): Buffer | Promise<Buffer> =>
  chunks.reduce((sum, { length }) => sum + length, 0) <= smallBytes
    ? Buffer.concat(chunks)
    : runYielding(joinedInSteps(chunks));
