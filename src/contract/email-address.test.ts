import { describe, expect, it } from 'vitest';
import { isEmailAddress } from './email-address.ts';
import { compileCheck } from './schema-checks.ts';

const fitsContract = compileCheck({ $ref: '#/components/schemas/EmailAddress' });
const passes = (text: string): boolean => fitsContract(text).length === 0;

const good = [
  'a@b',
  'nora+list@example.com',
  'ü@münchen.example',
  "o'neill@example.com",
  'pfC{s}@example.com',
];

const bad = [
  '',
  'a',
  '@b',
  'a@',
  'a@b@c',
  'a b@c',
  'a@b,c@d',
  'a@b;c@d',
  '<a@b>',
  '"a"@b',
  'a@b\r\nBcc: c@d',
  'a\u0000@b',
  'a@b\u0085',
  'a@b\u2028',
  'a\u200b@b',
  'a\u202e@b',
  'a@\ufeffb',
  `${'a'.repeat(257)}@b`,
  `a@${'b'.repeat(257)}`,
  `a@${'b'.repeat(320)}`,
];

describe('What an e-mail address is', () => {
  it.each(good)('has %s', (text) => expect([isEmailAddress(text), passes(text)]).toEqual([true, true]));

  it.each(bad)('has no %j', (text) => expect([isEmailAddress(text), passes(text)]).toEqual([false, false]));

  it.each(['a\u{e0041}@b', 'a@\ud800b'])('has no %j, which the contract has no word for', (text) => {
    expect([isEmailAddress(text), passes(text)]).toEqual([false, true]);
  });

  it('is the same to the contract with every other character', () => {
    const characters = Array.from({ length: 0x10000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCharCode(code));
    const differing = characters.filter((one) => isEmailAddress(`a${one}@b`) !== passes(`a${one}@b`));
    expect(differing.map((one) => one.charCodeAt(0).toString(16))).toEqual([]);
  });
});
