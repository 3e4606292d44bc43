import { createHash } from 'node:crypto';
import type { UserId } from '../../contract/branded-ids.ts';
import { cookieValue } from '../cookie-value.ts';
import type { Addresses } from '../public-addresses.ts';

/** Somebody on their way to the provider and back. The browser keeps it, in a cookie of its own. */
export interface Attempt {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Path to go on to. */
  readonly next: string | undefined;
  /** Of a link: the person whose account it is. */
  readonly linkFor: UserId | undefined;
}

/** What binds an answer of the provider to the attempt. All three are made of the cookie. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

const cookieName = '__Host-vitrine-sso';
const attemptMs = 10 * 60_000;
const secretForm = /^[A-Za-z0-9_-]{43}$/;
/** Browsers keep no cookie above 4 KiB. */
export const longestNext = 2500;

/** The value of the cookie of an attempt. */
export function attemptValue(secret: string, attempt: Attempt): string {
  return `${secret}.${Buffer.from(JSON.stringify(attempt)).toString('base64url')}`;
}

/** The value of `Set-Cookie`. It comes back on the way from the provider, which is another site: hence `Lax`. */
export function attemptCookie(value: string): string {
  return `${cookieName}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${attemptMs / 1000}`;
}

export const noAttemptCookie = `${cookieName}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0`;

/** The attempt that a browser holds, where the answer with this `state` is the one to it and comes in time. */
export function attemptOf(
  cookies: string | undefined,
  state: string,
  now: number,
): { attempt: Attempt; checks: Checks } | undefined {
  const value = cookieValue(cookies, cookieName) ?? '';
  const checks = checksOf(value);
  const attempt = checks.state === state ? readAttempt(value) : undefined;
  const age = now - (attempt?.startedAt ?? 0);
  return attempt === undefined || age < 0 || age >= attemptMs ? undefined : { attempt, checks };
}

function readAttempt(value: string): Attempt | undefined {
  const [secret = '', rest = ''] = value.split('.');
  if (!secretForm.test(secret)) return undefined;
  try {
    return JSON.parse(Buffer.from(rest, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** What is in the cookie cannot be changed without changing what the provider was given. */
export function checksOf(value: string): Checks {
  const made = (use: string) => createHash('sha256').update(`${use} ${value}`).digest('base64url');
  return { state: made('state'), nonce: made('nonce'), codeVerifier: made('verifier') };
}

/** Where the provider sends people back to. A link begins on the address of the interface, and ends there. */
export function callbackAddress(addresses: Addresses, { linkFor }: Pick<Attempt, 'linkFor'>): string {
  return `${linkFor === undefined ? addresses.auth : addresses.base}/sign-in/sso/callback`;
}
