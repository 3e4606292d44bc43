import { randomBytes, randomFillSync, randomInt, randomUUID } from 'node:crypto';
import { type FileKey, fileKeyOf } from './contract/branded-ids.ts';

/** Random ids and secrets, so that a test can foresee them. */
export interface Ids {
  /** A key as files have them: 22 letters and digits. */
  fileKey(): FileKey;
  /** A string of digits, as ids of people, teams and projects. */
  digits(): string;
  /** A key as published components, styles, variables and collections have them: 40 hexadecimal digits. */
  libraryKey(): string;
  /** A string of digits that sorts behind those which this process was given before. */
  ordered(): string;
  /** A UUID, as requests have them. */
  uuid(): string;
  /** A secret of 256 bits, URL-safe. It begins with no dash, so that a command takes it as the value of an option. */
  secret(): string;
}

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

function secret(): string {
  const text = randomBytes(32).toString('base64url');
  return text.startsWith('-') ? secret() : text;
}

/** Ids and secrets from the system's source of randomness. */
export const randomIds: Ids = {
  fileKey: () => fileKeyOf(Array.from({ length: 22 }, () => letters[randomInt(letters.length)]).join('')),
  digits: () => String(1_000_000_000_000_000_000n + (randomBytes(8).readBigUInt64BE() >> 4n)),
  libraryKey,
  ordered,
  uuid: () => randomUUID(),
  secret,
};
