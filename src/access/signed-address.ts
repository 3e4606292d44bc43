import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { derivedKeys, type SecretTexts } from '../installation/installation-secret.ts';
import { type Addresses, basePathOf } from './public-addresses.ts';

/** When an address ends, in seconds since 1970. */
export type AddressEnd = number | 'never';

/**
 * Signs addresses of downloads, so that whoever holds one can fetch it without a token until it expires.
 *
 * @see FILL-04, ruling H30
 */
export interface AddressSigner {
  /** Adds `expires` and `signature` to a path. */
  sign(path: string, end: AddressEnd): string;
  /** Whether the signature is this installation's for that path and expiry. */
  verify(path: string, expires: string, signature: string): boolean;
}

/** Answers repeat addresses that stay the same, above all those of thumbnails. */
const mostSignatures = 2000;

/** Signs with a key of the installation's secret; what the secret before it signed is believed while it is told. */
export function addressSigner(secret: SecretTexts): AddressSigner {
  const keys = derivedKeys(secret, 'vitrine signed addresses');
  const signatureOf = (key: KeyObject, path: string, expires: string): string =>
    createHmac('sha256', key).update(`${path}\n${expires}`).digest('base64url');
  const made = { by: undefined as KeyObject | undefined, signatures: new Map<string, string>() };
  const signatureAgain = (key: KeyObject, path: string, expires: string): string => {
    if (made.by !== key || made.signatures.size >= mostSignatures) made.signatures.clear();
    made.by = key;
    const name = `${path}\n${expires}`;
    const signature = made.signatures.get(name) ?? signatureOf(key, path, expires);
    made.signatures.set(name, signature);
    return signature;
  };
  /** What was signed a moment ago is most often asked for next. */
  const rightSignature = (key: KeyObject, path: string, expires: string): string => {
    const known = made.by === key ? made.signatures.get(`${path}\n${expires}`) : undefined;
    return known ?? signatureOf(key, path, expires);
  };
  return {
    sign: (path, end) => `${path}?expires=${end}&signature=${signatureAgain(keys()[0], path, String(end))}`,
    verify: (path, expires, signature) => {
      // As text: the same bytes can be written in several ways.
      const given = Buffer.from(signature);
      return keys().some((key) => {
        const right = Buffer.from(rightSignature(key, path, expires));
        return given.length === right.length && timingSafeEqual(given, right);
      });
    },
  };
}

/** Address of a download, signed; `path` begins behind the base address. */
export function downloadAddress(
  { addresses, signer }: { addresses: Addresses; signer: AddressSigner },
  path: string,
  end: AddressEnd,
): string {
  const { base } = addresses;
  const basePath = basePathOf(base);
  return base.slice(0, base.length - basePath.length) + signer.sign(basePath + path, end);
}

/**
 * When an address made now expires, in seconds since 1970: not before `days` are over, to the second. The moment is
 * rounded up to that part of its life, so that the same address is given for a while and caches work.
 */
export function expiryAfter(nowMs: number, days: number, part: number): number {
  const lifeSeconds = days * 24 * 3600;
  const step = lifeSeconds * part;
  return Math.ceil(Math.ceil(nowMs / 1000 / step) * step + lifeSeconds);
}

/**
 * When an address made now expires, in seconds since 1970: at the most `days` from now. The moment is
 * rounded down to that part of its life, so that the same address is given for a while and caches work.
 */
export function expiryOf(nowMs: number, days: number, part = 1 / 14): number {
  const lifeSeconds = days * 24 * 3600;
  const step = lifeSeconds * part;
  return Math.floor(Math.floor(nowMs / 1000 / step) * step + lifeSeconds);
}
