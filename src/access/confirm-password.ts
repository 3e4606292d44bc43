import { ApiError, forbidden } from '../errors.ts';
import type { CallerUser } from './caller.ts';
import type { PasswordWork } from './password-work.ts';
import type { OwnersThrottle } from './sign-in-throttle.ts';

/**
 * Makes sure that who is signed in knows the password of the account. The tries count for that person alone, so
 * that strangers who guess at the sign-in do not use them up.
 *
 * @throws ApiError 403 with that sentence, 429
 */
export async function confirmPassword(
  { owners, passwords }: { readonly owners: OwnersThrottle; readonly passwords: PasswordWork },
  user: CallerUser,
  given: { readonly password: string; readonly stored: string; readonly ipAddress: string },
  sentence: string,
): Promise<void> {
  const attempt = { personId: user.id };
  const waitSeconds = await owners.take(attempt);
  if (waitSeconds !== undefined)
    throw new ApiError(429, `Too many tries. Wait ${waitSeconds} seconds and try again.`, {
      headers: { 'Retry-After': String(waitSeconds) },
    });
  const [fits] = await passwords.fits(given.password, [given.stored], given.ipAddress);
  if (!fits) throw forbidden(sentence);
  await owners.giveBack(attempt);
}
