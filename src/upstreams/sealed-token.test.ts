import { expect, it } from 'vitest';
import { upstreamIdOf } from '../contract/branded-ids.ts';
import { randomIds } from '../ids.ts';
import { openToken, sealToken } from './sealed-token.ts';

const id = upstreamIdOf('1');
const token = 'figd_an-example-of-a-token';
const secretOf = (...texts: [string, ...string[]]) => {
  return () => texts;
};

it('A sealed token holds nothing of the token, and is another each time', () => {
  const sealed = sealToken(secretOf('a secret'), id, token, randomIds.secret());
  expect(sealed).not.toContain(token);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('figd_');
  expect(sealToken(secretOf('a secret'), id, token, randomIds.secret())).not.toBe(sealed);
});

it('A sealed token opens with the secret that sealed it, also once that is the one before', () => {
  const sealed = sealToken(secretOf('a secret'), id, token, randomIds.secret());
  expect(openToken(secretOf('a secret'), id, sealed)).toBe(token);
  expect(openToken(secretOf('a new one', 'a secret'), id, sealed)).toBe(token);
});

it('A sealed token opens for no other upstream, with no other secret, and not changed', () => {
  const sealed = sealToken(secretOf('a secret'), id, token, randomIds.secret());
  expect(openToken(secretOf('another'), id, sealed)).toBeUndefined();
  expect(openToken(secretOf('a secret'), upstreamIdOf('2'), sealed)).toBeUndefined();
  expect(openToken(secretOf('a secret'), id, `${sealed.slice(0, -2)}AA`)).toBeUndefined();
  expect(openToken(secretOf('a secret'), id, 'nothing')).toBeUndefined();
});
