import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { UserId } from '../contract/branded-ids.ts';
import { derivedKeys, type SecretTexts } from '../installation/installation-secret.ts';
import { type Addresses, basePathOf } from './public-addresses.ts';

/** When an address ends, in seconds since 1970. */
export type AddressEnd = number | 'never';

/** Stands in the place of a person; no id is spelled so. */
export const anyone = '*';

/** To whom an address was given: to a person, or to anyone who is shown the thing. */
export type AddressHolder = UserId | typeof anyone;

/** How long an address works: until it ends, or for as long as its holder may see the thing, which each fetch asks. */
export type AddressTerm = AddressEnd | { readonly holder: AddressHolder };

/** The same as an address says it. */
export type GivenTerm = string | { readonly holder: string };

/**
 * Signs addresses of downloads, so that whoever holds one can fetch it without a token for its term.
 *
 * @see FILL-04, ruling H30
 */
export interface AddressSigner {
  /** Adds `expires` or `for`, and `signature` to a path. */
  sign(path: string, term: AddressTerm): string;
  /** Whether the signature is this installation's for that path and term. */
  verify(path: string, term: GivenTerm, signature: string): boolean;
}

/** Answers repeat addresses that stay the same; and who asked for thousands of icons comes for all of them. */
const mostSignatures = 8000;

/** Signs with a key of the installation's secret; what the secret before it signed is believed while it is told. */
export function addressSigner(secret: SecretTexts): AddressSigner {
  const keys = derivedKeys(secret, 'vitrine signed addresses');
  const signatureOf = (key: KeyObject, signed: string): string =>
    createHmac('sha256', key).update(signed).digest('base64url');
  const made = { by: undefined as KeyObject | undefined, signatures: new Map<string, string>() };
  const signatureAgain = (key: KeyObject, signed: string): string => {
    if (made.by !== key || made.signatures.size >= mostSignatures) made.signatures.clear();
    made.by = key;
    const signature = made.signatures.get(signed) ?? signatureOf(key, signed);
    made.signatures.set(signed, signature);
    return signature;
  };
  /** What was signed a moment ago is most often asked for next. */
  const rightSignature = (key: KeyObject, signed: string): string =>
    (made.by === key ? made.signatures.get(signed) : undefined) ?? signatureOf(key, signed);
  return {
    sign: (path, term) => {
      const [query, signed] = spelled(path, typeof term === 'object' ? term : String(term));
      return `${path}?${query}&signature=${signatureAgain(keys()[0], signed)}`;
    },
    verify: (path, term, signature) => {
      const [, signed] = spelled(path, term);
      // As text: the same bytes can be written in several ways.
      const given = Buffer.from(signature);
      return keys().some((key) => {
        const right = Buffer.from(rightSignature(key, signed));
        return given.length === right.length && timingSafeEqual(given, right);
      });
    },
  };
}

/** The query of a term, and what is signed of it with its path: an end, or a word that none is. */
function spelled(path: string, term: GivenTerm): [query: string, signed: string] {
  if (typeof term === 'string') return [`expires=${term}`, `${path}\n${term}`];
  return [`for=${term.holder}`, `${path}\nfor=${term.holder}`];
}

/** Address of a download, signed; `path` begins behind the base address. */
export function downloadAddress(
  { addresses, signer }: { addresses: Addresses; signer: AddressSigner },
  path: string,
  term: AddressTerm,
): string {
  const { base } = addresses;
  const basePath = basePathOf(base);
  return base.slice(0, base.length - basePath.length) + signer.sign(basePath + path, term);
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
