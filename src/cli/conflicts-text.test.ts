import { expect, it } from 'vitest';
import { withConflicts } from './conflicts-text.ts';
import { ServerRefused } from './server-client.ts';

const conflicts = Array.from({ length: 1000 }, (_, place) => ({
  id: `1:${place}`,
  property: 'name',
  reason: 'Both changed it.',
  ours: 'a'.repeat(1000),
  theirs: '\u001b[2J',
}));

it('A merge that was refused shows its first conflicts cut, and counts all that the server found', () => {
  const refused = new ServerRefused(409, 'Choose.', { conflicts, count: 30_001 });
  const lines = (withConflicts(refused) as Error).message.split('\n');
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([52, 'Choose.', 'And 29,951 more.']);
  expect(lines[1]).toBe(`  1:0.name  Both changed it. ours "${'a'.repeat(59)}…, theirs "\\u001b[2J"`);
});

it('A merge that was refused for something else says what the server said', () => {
  const refused = new ServerRefused(404, 'Branch not found.', { message: 'Branch not found' });
  expect(withConflicts(refused)).toBe(refused);
});

it('A conflict of a merge says the sides that it has, whole characters of them, and none where it has none', () => {
  const smiles = '🎨'.repeat(40);
  const some = [
    { id: '1:1', reason: 'It was removed by ours.' },
    { id: '1:2', property: 'name', reason: 'Both changed it.', theirs: smiles },
    { id: '1:3', property: 'opacity', reason: 'Both changed it.', ours: 1, theirs: null },
  ];
  const refused = new ServerRefused(409, 'Choose.', { conflicts: some, count: 3 });
  expect((withConflicts(refused) as Error).message.split('\n')).toEqual([
    'Choose.',
    '  1:1  It was removed by ours.',
    `  1:2.name  Both changed it. theirs "${'🎨'.repeat(29)}\ufffd…`,
    '  1:3.opacity  Both changed it. ours 1, theirs null',
  ]);
});

it('What is no refusal of the server stays what it is', () => {
  const failed = Object.assign(new Error('failed'), { answer: { conflicts, count: 1000 } });
  expect(withConflicts(failed)).toBe(failed);
});
