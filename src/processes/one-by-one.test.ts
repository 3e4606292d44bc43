import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { oneByOne, oneByOneOfEach } from './one-by-one.ts';

const [alice, bob, dan] = [
  { organization: '1', caller: 'alice' },
  { organization: '1', caller: 'bob' },
  { organization: '2', caller: 'dan' },
];

test('however much one asks for, others wait for what is under way and one piece more', async () => {
  const inTurn = oneByOne();
  const done: string[] = [];
  let underWay = 0;
  const work = (name: string) => async () => {
    underWay += 1;
    await new Promise(setImmediate);
    done.push(`${name} ${underWay}`);
    underWay -= 1;
  };
  const all = [1, 2, 3].map((number) => inTurn(alice, work(`alice ${number}`)));
  all.push(inTurn(bob, work('bob')), inTurn(dan, work('dan')));
  await Promise.all(all);
  expect(done).toEqual(['alice 1 1', 'alice 2 1', 'dan 1', 'bob 1', 'alice 3 1']);
});

test('work that fails keeps nobody waiting', async () => {
  const inTurn = oneByOne();
  const broken = inTurn(alice, async () => {
    throw new Error('broken');
  });
  const other = inTurn(dan, async () => 'done');
  await expect(broken).rejects.toThrow('broken');
  expect(await other).toBe('done');
});

test('work begins in the surroundings of who asked for it, whoever was before', async () => {
  const inTurn = oneByOne();
  const asker = new AsyncLocalStorage<string>();
  const askedBy = (name: string) => asker.run(name, () => inTurn(alice, async () => asker.getStore()));
  expect(await Promise.all([askedBy('first'), askedBy('second')])).toEqual(['first', 'second']);
});

test('work on one thing waits for other work on it, and for none on another', async () => {
  const inTurnOf = oneByOneOfEach<string>();
  const done: string[] = [];
  const held = Promise.withResolvers<void>();
  const first = inTurnOf('file', alice, () => held.promise.then(() => void done.push('first')));
  const second = inTurnOf('file', dan, async () => void done.push('second'));
  await inTurnOf('other', dan, async () => void done.push('other'));
  held.resolve();
  await Promise.all([first, second]);
  expect(done).toEqual(['other', 'first', 'second']);
});

test('work on one thing waits for what is under way there, also where something before that has ended', async () => {
  const inTurnOf = oneByOneOfEach<string>();
  const begun: string[] = [];
  const held = Promise.withResolvers<void>();
  const first = inTurnOf('file', alice, async () => void begun.push('first'));
  const second = inTurnOf('file', alice, () => held.promise);
  await first;
  const third = inTurnOf('file', dan, async () => void begun.push('third'));
  await new Promise(setImmediate);
  expect(begun).toEqual(['first']);
  held.resolve();
  await Promise.all([second, third]);
  expect(begun).toEqual(['first', 'third']);
});
