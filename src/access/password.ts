import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const deriveKey = promisify(argon2);
const tagLength = 32;

/** What a guess at a stolen hash costs, and each sign-in: KiB of memory, and how often all of it is filled. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
}

/** Argon2id as OWASP advises. */
export const usualCost: PasswordCost = { memory: 19 * 1024, passes: 2 };
/** The least that Argon2id takes, for test mode: its passwords protect nothing, and a test waits for each. */
export const leastCost: PasswordCost = { memory: 8, passes: 1 };

/** The stored form of a password: `argon2id$memory$passes$salt$hash`, the last two in Base64. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await deriveKey('argon2id', { message: password, nonce, ...cost, parallelism: 1, tagLength });
  return storedForm(cost, nonce, tag);
}

/** A stored form that no password fits, so that an unknown account takes as long to refuse as a wrong password. */
export const nobodysPassword = (cost: PasswordCost): string =>
  storedForm(cost, Buffer.alloc(16), Buffer.alloc(tagLength));

const storedForm = ({ memory, passes }: PasswordCost, nonce: Buffer, tag: Buffer): string =>
  ['argon2id', memory, passes, nonce.toString('base64'), tag.toString('base64')].join('$');

/** Whether a stored form was made at a lower cost: in test mode, or before the cost was raised. */
export function costsLess(stored: string, { memory, passes }: PasswordCost): boolean {
  const [, storedMemory, storedPasses] = stored.split('$');
  return Number(storedMemory) * Number(storedPasses) < memory * passes;
}

/** A stored form that costs more than so many passwords was not made here, and whoever guesses at it takes the memory. */
const mostTimesUsual = 16;

/** Whether a text is the stored form of a password that can be compared. */
export function isStoredForm(text: string): boolean {
  const [, memory, passes] =
    /^argon2id\$(\d{1,9})\$(\d{1,9})\$[\w+/=]{12,88}\$[\w+/=]{12,88}$/.exec(text) ?? [];
  const { memory: least } = leastCost;
  const most = usualCost.memory * usualCost.passes * mostTimesUsual;
  return Number(memory) >= least && Number(passes) >= 1 && Number(memory) * Number(passes) <= most;
}

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
