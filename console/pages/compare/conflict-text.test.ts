import { expect, it } from 'vitest';
import { conflictText } from './conflict-text.ts';

it('A refused merge counts all conflicts, also those that are not listed', () => {
  expect(conflictText(30_001, 1000)).toBe(
    '30,001 things were changed on both sides in different ways, so nothing was merged. The first 1,000 are listed; the others come once a side is chosen for each of these.',
  );
  expect(conflictText(1, 1)).toContain('One thing was changed on both sides');
  expect(conflictText(2, 2)).toContain('Choose a side for each.');
});
