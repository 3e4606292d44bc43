import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const deriveKey = promisify(argon2);
/** Argon2id as OWASP advises: 19 MiB, two passes. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** The stored form of a password: `argon2id$memory$passes$salt$hash`, the last two in Base64. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await deriveKey('argon2id', { message: password, nonce, ...cost });
  return ['argon2id', cost.memory, cost.passes, nonce.toString('base64'), tag.toString('base64')].join('$');
}

/** A stored form that no password has; comparing with it takes as long as with any other. */
export const nobodysPassword = [
  'argon2id',
  cost.memory,
  cost.passes,
  Buffer.alloc(16).toString('base64'),
  Buffer.alloc(cost.tagLength).toString('base64'),
].join('$');

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [algorithm, memory, passes, nonce, tag] = stored.split('$');
  if (algorithm !== 'argon2id' || nonce === undefined || tag === undefined) return false;
  const expected = Buffer.from(tag, 'base64');
  const actual = await deriveKey('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: 1,
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}
