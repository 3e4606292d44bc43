import { expect, it } from 'vitest';
import { emailKey, isSameEmail, requireEmailAddress } from './email-address.ts';

it('addresses are compared without regard to the case of ASCII letters, as databases do', () => {
  expect(emailKey(' Nora.Ångström@EXAMPLE.com ')).toBe('nora.Ångström@example.com');
  expect(isSameEmail('NORA@example.com', 'nora@Example.com')).toBe(true);
});

it('a character that only looks like a letter is not treated as that letter', () => {
  // The sign for kelvin becomes a "k" where all of Unicode is folded.
  expect(isSameEmail('\u212ate@example.com', 'kate@example.com')).toBe(false);
});

it('an address is asked for where one is named, and refused by its own words', () => {
  expect(() => requireEmailAddress(undefined)).not.toThrow();
  expect(() => requireEmailAddress('nora@example.com')).not.toThrow();
  expect(() => requireEmailAddress('nora')).toThrow('"nora" is not one e-mail address.');
});
