import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * Signs addresses of downloads, so that whoever holds one can fetch it without a token until it expires.
 *
 * @see FILL-04, section I of the contract notes
 */
export interface AddressSigner {
  /** Adds `expires` (seconds since 1970) and `signature` to a path. */
  sign(path: string, expiresAtSeconds: number): string;
  /** Whether the signature is this installation's for that path and expiry. */
  verify(path: string, expires: string, signature: string): boolean;
}

/** The signing key comes from the certificate authority's private key, so no further secret is stored. */
export function addressSigner(authorityKeyPem: string): AddressSigner {
  const key = Buffer.from(hkdfSync('sha256', authorityKeyPem, '', 'vitrine signed addresses', 32));
  const signatureOf = (path: string, expires: string): Buffer =>
    createHmac('sha256', key).update(`${path}\n${expires}`).digest();
  return {
    sign: (path, expiresAtSeconds) => {
      const signature = signatureOf(path, String(expiresAtSeconds)).toString('base64url');
      return `${path}?expires=${expiresAtSeconds}&signature=${signature}`;
    },
    verify: (path, expires, signature) => {
      const given = Buffer.from(signature, 'base64url');
      const right = signatureOf(path, expires);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

/**
 * When an address made now expires, in seconds since 1970: at the most `days` from now. The moment is
 * rounded down to a fourteenth of that, so that the same address is given for a while and caches work.
 */
export function expiryOf(nowMs: number, days: number): number {
  const lifeSeconds = days * 24 * 3600;
  const step = lifeSeconds / 14;
  return Math.floor(Math.floor(nowMs / 1000 / step) * step + lifeSeconds);
}
