import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fairTurns, TooMuchWaiting } from './fair-turns.ts';

const stay = new AbortController().signal;

/** Work that says when it begins, and ends when it is told to. */
function heldWork(atOnce = 1) {
  const turns = fairTurns({ atOnce, mostOfOne: 3, mostOfAll: 5 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (caller: string, name: string, signal = stay) =>
    turns.run(caller, signal, async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.push(end));
      return name;
    });
  const finishOne = async () => {
    ends.shift()?.();
    await setImmediate();
  };
  return { ask, begun, finishOne };
}

test('callers take turns, however much one of them asks for', async () => {
  const { ask, begun, finishOne } = heldWork();
  const all = [ask('one', 'a'), ask('one', 'b'), ask('one', 'c'), ask('two', 'd')];
  await setImmediate();
  for (let turn = 0; turn < 4; turn += 1) await finishOne();
  expect(begun).toEqual(['a', 'b', 'd', 'c']);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('so much is done at once and no more', async () => {
  const { ask, begun, finishOne } = heldWork(2);
  for (const name of ['a', 'b', 'c']) ask('one', name);
  await setImmediate();
  expect(begun).toEqual(['a', 'b']);
  await finishOne();
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('what has too much waiting is refused at once: one caller, and all of them', async () => {
  const { ask } = heldWork();
  for (const name of ['a', 'b', 'c', 'd']) ask('one', name).catch(() => {});
  await expect(ask('one', 'e')).rejects.toThrow(TooMuchWaiting);
  for (const caller of ['two', 'three']) ask(caller, caller);
  await expect(ask('four', 'f')).rejects.toThrow(TooMuchWaiting);
});

test('who leaves makes room and is never done', async () => {
  const { ask, begun, finishOne } = heldWork();
  const leaving = new AbortController();
  const all = ['a', 'b', 'c', 'd'].map((name) => ask('one', name, name === 'a' ? stay : leaving.signal));
  const left = Promise.allSettled(all.slice(1));
  leaving.abort(new Error('left'));
  expect(await left).toEqual(['b', 'c', 'd'].map(() => ({ status: 'rejected', reason: new Error('left') })));
  ask('one', 'e');
  await finishOne();
  await finishOne();
  expect(begun).toEqual(['a', 'e']);
});

test('what fails ends its turn', async () => {
  const turns = fairTurns({ atOnce: 1, mostOfOne: 1, mostOfAll: 1 });
  const failing = turns.run('one', stay, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await turns.run('one', stay, async () => 'done')).toBe('done');
});
