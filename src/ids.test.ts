import { expect, test } from 'vitest';
import { randomIds } from './ids.ts';

test('ordered ids are digits, and sort as they were given out', () => {
  const ids = Array.from({ length: 2_000 }, () => randomIds.ordered());
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(2_000);
  expect(ids.every((id) => /^\d{24}$/.test(id))).toBe(true);
});

test('secrets have 256 bits, and begin with no dash, which a command would read as an option', () => {
  const secrets = Array.from({ length: 2_000 }, () => randomIds.secret());
  expect(secrets.filter((secret) => !/^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/.test(secret))).toEqual([]);
});
