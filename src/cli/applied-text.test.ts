import { expect, it } from 'vitest';
import { appliedText } from './applied-text.ts';

it('What was applied is counted by kind, and variables by the files that have them', () => {
  const created = ['variables', 'variables', 'branch'].map((kind, place) => ({ kind, id: String(place) }));
  expect(appliedText({ created, updated: [], unchanged: 1, tokens: {}, warnings: [] })).toBe(
    'Created: the variables of 2 files, 1 branch.\nUnchanged: 1 entry of the file.\n',
  );
});
