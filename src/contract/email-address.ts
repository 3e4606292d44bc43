const form = /^[^@\s\p{Cc}\p{Cf}\p{Cs}<>()[\]\\,;:"]{1,256}@[^@\s\p{Cc}\p{Cf}\p{Cs}<>()[\]\\,;:"]{1,256}$/u;

/**
 * Whether a mail can go there: one address, and nothing that a mail server would read as more, or that nobody sees. The
 * contract's `EmailAddress` says the same, but of characters beyond the first 65,536, for which its readers have no word.
 */
export function isEmailAddress(text: string): boolean {
  return text.length <= 320 && form.test(text);
}
