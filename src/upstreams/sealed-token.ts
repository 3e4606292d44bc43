import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { UpstreamId } from '../contract/branded-ids.ts';
import { derivedKeys, type SecretTexts } from '../installation/installation-secret.ts';

const label = 'vitrine upstream token';
const algorithm = 'aes-256-gcm';

/** Keys by whose secret they are made of: making one takes longer than a token does. */
const keys = new WeakMap<SecretTexts, ReturnType<typeof derivedKeys>>();

function keysOf(secret: SecretTexts): ReturnType<ReturnType<typeof derivedKeys>> {
  const known = keys.get(secret) ?? derivedKeys(secret, label);
  keys.set(secret, known);
  return known();
}

/** Whether a header carries a text as one word, and no larger one than servers take. @see RFC 6750, 2.1 */
export const isSendable = (text: string): boolean => /^[\x21-\x7e]{1,4096}$/.test(text);

/**
 * Encrypts a token for one upstream with the installation's secret.
 * @param chance a fresh secret, of which the nonce is made
 */
export function sealToken(secret: SecretTexts, id: UpstreamId, token: string, chance: string): string {
  const [key] = keysOf(secret);
  const nonce = Buffer.from(chance, 'base64url').subarray(0, 12);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
  return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
}

/** The token again; undefined where neither this secret nor the one before sealed it for this upstream. */
export function openToken(secret: SecretTexts, id: UpstreamId, sealed: string): string | undefined {
  const [nonce, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (nonce?.length !== 12 || tag?.length !== 16 || text === undefined) return undefined;
  for (const key of keysOf(secret)) {
    const decipher = createDecipheriv(algorithm, key, nonce).setAAD(Buffer.from(id)).setAuthTag(tag);
    try {
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    } catch {
      // Of another secret.
    }
  }
  return undefined;
}
