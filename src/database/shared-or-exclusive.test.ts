import { expect, it } from 'vitest';
import { gate } from './shared-or-exclusive.ts';

/** Works that end when they are told to, and the names of those that have begun and ended. */
function works() {
  const told: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => async () => {
    told.push(`${name} begins`);
    await new Promise<void>((resolve, reject) => {
      ends.set(name, (error) => (error === undefined ? resolve() : reject(error)));
    });
    told.push(`${name} ends`);
  };
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { told, work, end };
}

it('One that goes alone waits for those that run, and those that come wait for it', async () => {
  const { told, work, end } = works();
  const { beside, alone } = gate();
  const all = [
    beside(work('a')),
    beside(work('b')),
    alone(work('one')),
    alone(work('two')),
    beside(work('c')),
  ];
  for (const name of ['b', 'a', 'one', 'two', 'c']) await end(name);
  await Promise.all(all);
  const inTurn = ['one', 'two', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]);
  expect(told).toEqual(['a begins', 'b begins', 'b ends', 'a ends', ...inTurn]);
});

it('A work that fails holds nobody back', async () => {
  const { told, work, end } = works();
  const { beside, alone } = gate();
  const failing = Promise.allSettled([beside(work('a')), alone(work('one'))]);
  const next = beside(work('b'));
  for (const name of ['a', 'one', 'b']) await end(name, name === 'b' ? undefined : new Error(name));
  await next;
  expect(await failing).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(told).toEqual(['a begins', 'one begins', 'b begins', 'b ends']);
});
