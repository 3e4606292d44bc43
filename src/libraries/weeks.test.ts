import { expect, it } from 'vitest';
import { weekOf } from './weeks.ts';

it.each([
  ['2026-03-02T00:00:00.000Z', '2026-03-02'],
  ['2026-03-08T23:59:59.999Z', '2026-03-02'],
  ['2026-03-09T00:00:00.000Z', '2026-03-09'],
  ['1970-01-01T00:00:00.000Z', '1969-12-29'],
  ['1969-12-28T00:00:00.000Z', '1969-12-22'],
  ['2024-02-29T12:00:00.000Z', '2024-02-26'],
])('%s is in the week that begins on %s', (time, monday) => {
  expect(weekOf(Date.parse(time))).toBe(Date.parse(`${monday}T00:00:00Z`));
});
