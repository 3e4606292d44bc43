import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Ids } from './context.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Ids and secrets from the system's source of randomness. */
export const randomIds: Ids = {
  fileKey: () => Array.from({ length: 22 }, () => letters[randomInt(letters.length)]).join(''),
  digits: () => String(1_000_000_000_000_000_000n + (randomBytes(8).readBigUInt64BE() >> 4n)),
  libraryKey: () => randomBytes(20).toString('hex'),
  uuid: () => randomUUID(),
  secret: () => randomBytes(32).toString('base64url'),
};
