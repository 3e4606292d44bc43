import { expect, it } from 'vitest';
import { emailKey, isEmailAddress, isSameEmail } from './email-address.ts';

it('addresses are compared without regard to the case of ASCII letters, as databases do', () => {
  expect(emailKey(' Nora.Ångström@EXAMPLE.com ')).toBe('nora.Ångström@example.com');
  expect(isSameEmail('NORA@example.com', 'nora@Example.com')).toBe(true);
});

it('a character that only looks like a letter is not treated as that letter', () => {
  // The sign for kelvin becomes a "k" where all of Unicode is folded.
  expect(isSameEmail('\u212ate@example.com', 'kate@example.com')).toBe(false);
});

it.each(['a@b', 'nora+list@example.com', 'ü@münchen.example', "o'neill@example.com"])(
  '%s is an e-mail address',
  (text) => expect(isEmailAddress(text)).toBe(true),
);

it.each([
  ...['', 'a', '@b', 'a@', 'a@b@c', 'a b@c', 'a@b,c@d', 'a@b;c@d', '<a@b>', '"a"@b', 'a@b\r\nBcc: c@d'],
  ...['a\u0000@b', 'a@b\u0085', 'a@b\u2028', `${'a'.repeat(257)}@b`, `a@${'b'.repeat(320)}`],
])('%j is not an e-mail address', (text) => expect(isEmailAddress(text)).toBe(false));
