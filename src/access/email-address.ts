import { isEmailAddress } from '../contract/email-address.ts';
import { badRequest } from '../errors.ts';

/**
 * The form in which e-mail addresses are compared, the same as `lower(email)` on both engines: only the letters
 * of ASCII are folded, so that no other character is taken for one of them.
 */
export function emailKey(email: string): string {
  return email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export const isSameEmail = (one: string, other: string): boolean => emailKey(one) === emailKey(other);

const longestShown = 320;

/**
 * Makes sure that mails can go to an address that somebody is to have.
 * @throws ApiError 400
 */
export function requireEmailAddress(text: string | undefined): void {
  if (text !== undefined && !isEmailAddress(text))
    throw badRequest(`"${text.slice(0, longestShown)}" is not one e-mail address.`);
}
