import { expect, test } from 'vitest';
import { Refused } from '../agents/ask.ts';
import { turnsWhile } from '../testing/event-loop-turns.ts';
import { readAnswer } from './inside-answer.ts';

test('a large answer is read with others’ work in between, as JSON that is read at once', async () => {
  const children = Array.from({ length: 100_000 }, (_, at) => ({ id: `1:${at}`, name: 'Ä', type: 'FRAME' }));
  const answer = { name: 'Wide', document: { id: '0:0', children }, err: null, text: 'a\u0000b' };
  const bytes = Buffer.from(JSON.stringify(answer));
  expect(await turnsWhile(async () => expect(await readAnswer(bytes)).toEqual(answer))).toBeGreaterThan(5);
});

test.each([
  ['nested too deep', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  [
    'of too large a map',
    JSON.stringify(Object.fromEntries(Array.from({ length: 200_001 }, (_, at) => [at, 0]))),
  ],
])('an answer %s is more than is read at once', async (_what, text) => {
  await expect(readAnswer(Buffer.from(text))).rejects.toThrow(Refused);
});
