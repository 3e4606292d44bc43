import { hash } from 'node:crypto';

/**
 * The form in which a token is stored. Tokens are 256 random bits, so one round of SHA-256 is enough;
 * looking a hash up in an index tells nothing about the token by its timing.
 */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
