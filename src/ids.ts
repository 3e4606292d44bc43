import { randomBytes, randomFillSync, randomInt, randomUUID } from 'node:crypto';
import type { Ids } from './context.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** No two runs of the server have the same. */
const run = randomInt(1e11, 1e12);
let orderedCount = 0;

function ordered(): string {
  orderedCount += 1;
  return `${run}${String(orderedCount).padStart(12, '0')}`;
}

const keyBytes = 20;
/** Thousands of keys may be made at once, so randomness is asked for in stretches. */
const keyPool = Buffer.alloc(256 * keyBytes);
let keyPoolUsed = keyPool.length;

function libraryKey(): string {
  if (keyPoolUsed === keyPool.length) {
    randomFillSync(keyPool);
    keyPoolUsed = 0;
  }
  keyPoolUsed += keyBytes;
  return keyPool.toString('hex', keyPoolUsed - keyBytes, keyPoolUsed);
}

/** Ids and secrets from the system's source of randomness. */
export const randomIds: Ids = {
  fileKey: () => Array.from({ length: 22 }, () => letters[randomInt(letters.length)]).join(''),
  digits: () => String(1_000_000_000_000_000_000n + (randomBytes(8).readBigUInt64BE() >> 4n)),
  libraryKey,
  ordered,
  uuid: () => randomUUID(),
  secret: () => randomBytes(32).toString('base64url'),
};
