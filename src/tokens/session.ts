import { createHash, timingSafeEqual } from 'node:crypto';
import { cookieValue } from '../access/cookie-value.ts';

/** Lives as long as the browser lets it; the server ends sessions earlier. The prefix binds it to this very host. */
const cookieName = '__Host-vitrine-session';
const secretForm = /^[A-Za-z0-9_-]{43}$/;

/** A session ends when it was not used for this long, */
export const sessionIdleMs = 24 * 3_600_000;
/** and in any case after this. */
export const sessionLongestMs = 14 * 24 * 3_600_000;

/** The secret that a browser holds; undefined without one, and where it sends two. */
export function browserSecret(cookies: string | undefined): string | undefined {
  const value = cookieValue(cookies, cookieName);
  return value !== undefined && secretForm.test(value) ? value : undefined;
}

/** The value of `Set-Cookie` that gives a browser its secret. */
export function secretCookie(secret: string): string {
  const maxAge = sessionLongestMs / 1000;
  return `${cookieName}=${secret}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${maxAge}`;
}

/** The value of `Set-Cookie` that takes it away. */
export const noSecretCookie = `${cookieName}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0`;

/** What forms and writes carry, so that no page of another origin can send them: made of the secret, and not the secret. */
export function formToken(secret: string): string {
  return createHash('sha256').update(`form ${secret}`).digest('base64url');
}

export function isFormToken(given: string, secret: string): boolean {
  const [one, other] = [given, formToken(secret)].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one as Buffer, other as Buffer);
}
