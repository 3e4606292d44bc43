import { describe, expect, test } from 'vitest';
import {
  costsLess,
  hashPassword,
  isStoredForm,
  leastCost,
  nobodysPassword,
  usualCost,
  verifyPassword,
} from './password.ts';

test('a password matches its stored form, and no other does', async () => {
  const stored = await hashPassword('correct horse battery staple', usualCost);
  expect(stored).toMatch(/^argon2id\$19456\$2\$/);
  expect(stored).not.toContain('horse');
  expect(await verifyPassword('correct horse battery staple', stored)).toBe(true);
  expect(await verifyPassword('correct horse battery', stored)).toBe(false);
});

test('the same password has a different stored form each time', async () => {
  expect(await hashPassword('same', leastCost)).not.toBe(await hashPassword('same', leastCost));
});

test('a text that is not a stored form matches no password', async () => {
  expect(await verifyPassword('x', '')).toBe(false);
  expect(await verifyPassword('x', 'bcrypt$1$2$3$4')).toBe(false);
});

test('a password of the least cost matches its stored form, which says what it cost', async () => {
  const stored = await hashPassword('correct horse battery staple', leastCost);
  expect(stored).toMatch(/^argon2id\$8\$1\$/);
  expect(await verifyPassword('correct horse battery staple', stored)).toBe(true);
  expect(await verifyPassword('correct horse battery', stored)).toBe(false);
});

test('a stored form of test mode costs less than is advised, and one that is as advised does not', async () => {
  expect(costsLess(nobodysPassword(leastCost), usualCost)).toBe(true);
  expect(costsLess(nobodysPassword(usualCost), usualCost)).toBe(false);
  expect(costsLess(nobodysPassword(usualCost), leastCost)).toBe(false);
});

test('what no password has costs as much as what one has', () => {
  expect(nobodysPassword(usualCost)).toMatch(/^argon2id\$19456\$2\$/);
  expect(nobodysPassword(leastCost)).toMatch(/^argon2id\$8\$1\$/);
});

describe('the stored form of a password', () => {
  const bytes = 'AAAAAAAAAAAAAAAAAAAAAA==';
  test.each([nobodysPassword(usualCost), nobodysPassword(leastCost), `argon2id$311296$2$${bytes}$${bytes}`])(
    'is %s',
    (text) => expect(isStoredForm(text)).toBe(true),
  );

  test.each([
    '',
    'x',
    `scrypt$8$1$${bytes}$${bytes}`,
    `argon2id$7$1$${bytes}$${bytes}`,
    `argon2id$8$0$${bytes}$${bytes}`,
    `argon2id$8$x$${bytes}$${bytes}`,
    `argon2id$8$1$${bytes}`,
    `argon2id$8$1$${bytes}$`,
    `argon2id$311297$2$${bytes}$${bytes}`,
    `argon2id$8$999999999$${bytes}$${bytes}`,
  ])('is not %j', (text) => expect(isStoredForm(text)).toBe(false));
});
