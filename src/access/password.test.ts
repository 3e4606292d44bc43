import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

test('a password is known again by its stored form, and no other is', async () => {
  const stored = await hashPassword('correct horse battery staple');
  expect(stored).toMatch(/^argon2id\$19456\$2\$/);
  expect(stored).not.toContain('horse');
  expect(await verifyPassword('correct horse battery staple', stored)).toBe(true);
  expect(await verifyPassword('correct horse battery', stored)).toBe(false);
});

test('the same password has another stored form each time', async () => {
  expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
});

test('what is no stored form fits no password', async () => {
  expect(await verifyPassword('x', '')).toBe(false);
  expect(await verifyPassword('x', 'bcrypt$1$2$3$4')).toBe(false);
});
