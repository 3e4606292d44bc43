import { createHash, timingSafeEqual } from 'node:crypto';

const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/;

/** @see RFC 7636, 4.6; a verifier without a challenge is one that somebody took the challenge from: RFC 9700, 4.8.2 */
export function isVerified(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined;
  if (!verifierForm.test(verifier)) return false;
  const made = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(made), Buffer.from(challenge));
}
