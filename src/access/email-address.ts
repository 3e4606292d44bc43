/**
 * The form in which e-mail addresses are compared, the same as `lower(email)` on both engines: only the letters
 * of ASCII are folded, so that no other character is taken for one of them.
 */
export function emailKey(email: string): string {
  return email.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export const isSameEmail = (one: string, other: string): boolean => emailKey(one) === emailKey(other);

const form = /^[^@\s\p{Cc}<>()[\]\\,;:"]{1,256}@[^@\s\p{Cc}<>()[\]\\,;:"]{1,256}$/u;

/** Whether a mail can go there: one address, and nothing that a mail server would read as more. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 320 && form.test(text);
}
