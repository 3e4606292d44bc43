import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LeastRecent } from '../least-recent.ts';

/** What is signed: the id stays the same on every repeat, the time is that of the attempt. */
export interface SignedMessage {
  /** Visible ASCII without a dot, since dots part what is signed. */
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string | Uint8Array;
}

/** The three headers of Standard Webhooks. */
export type SignatureHeaders = Readonly<
  Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
>;

export type Verification = { readonly valid: true } | { readonly valid: false; readonly reason: string };

/** A key or message that can't be signed with. The sentence never shows the key. */
export class BadSignature extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'BadSignature';
  }
}

const keyPrefix = 'whsec_';
const [leastKeyBytes, mostKeyBytes] = [24, 64];
/** More signatures than anyone rotates keys; the rest of a longer header is not looked at. */
const mostSignatures = 16;

/** Writes a key as receivers paste it. @throws BadSignature */
export function signingKeyOf(bytes: Uint8Array): string {
  checkKeySize(bytes);
  return keyPrefix + Buffer.from(bytes).toString('base64');
}

/**
 * Signs a message with every key given, so that receivers can change from one to the next at any moment.
 *
 * @see the Standard Webhooks specification, signature scheme v1
 * @throws BadSignature
 */
export function signMessage(message: SignedMessage, keys: readonly string[]): SignatureHeaders {
  if (keys.length === 0) throw new BadSignature('A message is signed with at least one key.');
  if (!/^[!-\-/-~]+$/.test(message.id))
    throw new BadSignature('A message id is visible ASCII without a dot.');
  if (!Number.isSafeInteger(message.timestampSeconds) || message.timestampSeconds < 0) {
    throw new BadSignature('A timestamp is a whole number of seconds since 1970.');
  }
  const timestamp = String(message.timestampSeconds);
  const signatures = keys.map(
    (key) => `v1,${digest(key, message.id, timestamp, message.body).toString('base64')}`,
  );
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * Says whether one of the signatures is of one of the keys and the time is near enough to now, before or
 * after it.
 *
 * @param headers names in lower case
 * @throws BadSignature where a key is unreadable
 */
export function verifyMessage(
  headers: Readonly<Record<string, string | undefined>>,
  body: string | Uint8Array,
  keys: readonly string[],
  { nowSeconds, toleranceSeconds = 300 }: { nowSeconds: number; toleranceSeconds?: number },
): Verification {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  const given = headers['webhook-signature'] ?? '';
  if (id === '' || timestamp === '' || given === '') return invalid('A signature header is absent.');
  if (!/^\d{1,12}$/.test(timestamp)) return invalid('The timestamp is not a number of seconds.');
  const ageSeconds = nowSeconds - Number(timestamp);
  if (Math.abs(ageSeconds) > toleranceSeconds) {
    return invalid(`The timestamp is ${Math.abs(ageSeconds)} s ${ageSeconds > 0 ? 'old' : 'ahead'}.`);
  }
  const right = keys.map((key) => digest(key, id, timestamp, body));
  const candidates = signaturesIn(given);
  const matches = candidates.filter((one) => right.some((other) => equal(one, other)));
  return matches.length > 0 ? { valid: true } : invalid('No signature is of a known key.');
}

/** The signatures of scheme v1; those of other schemes are left to who knows them. */
function signaturesIn(header: string): Buffer[] {
  return header
    .split(' ', mostSignatures)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'));
}

function digest(key: string, id: string, timestamp: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', readKey(key)).update(`${id}.${timestamp}.`).update(body).digest();
}

/** Keys by how they are written: from bytes each signature made a key anew, which takes longer than the signature. */
const keysRead = new LeastRecent<string, KeyObject>(1000);

function readKey(text: string): KeyObject {
  const known = keysRead.get(text);
  if (known !== undefined) return known;
  const key = createSecretKey(keyBytes(text));
  keysRead.set(text, key);
  return key;
}

function keyBytes(key: string): Buffer {
  const text = key.startsWith(keyPrefix) ? key.slice(keyPrefix.length) : '';
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw new BadSignature(`A signing key is ${keyPrefix} and base64.`);
  const bytes = Buffer.from(text, 'base64');
  checkKeySize(bytes);
  return bytes;
}

function checkKeySize({ length }: Uint8Array): void {
  if (length < leastKeyBytes || length > mostKeyBytes) {
    throw new BadSignature(`A signing key has ${leastKeyBytes} to ${mostKeyBytes} bytes.`);
  }
}

const equal = (left: Buffer, right: Buffer): boolean =>
  left.length === right.length && timingSafeEqual(left, right);
const invalid = (reason: string): Verification => ({ valid: false, reason });
