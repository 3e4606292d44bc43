import { expect, test } from 'vitest';
import type { Party } from '../processes/turns.ts';
import { type StepsBounds, stepsInTurn } from './steps-in-turn.ts';

const never = new AbortController().signal;
const party = (name: string): Party => ({ organization: name[0]!, caller: name });

/** Each slice is one step; the log has who took them. */
function logged(bounds: Partial<StepsBounds> = {}) {
  const inTurn = stepsInTurn({ slice: () => ({ isOver: () => true }), ...bounds });
  const log: string[] = [];
  function* stepsOf(name: string, count: number): Generator<void, string> {
    for (let step = 1; step < count; step += 1) {
      log.push(name);
      yield;
    }
    log.push(name);
    return name;
  }
  const take = (name: string, count: number, wanted = never) =>
    inTurn.take(party(name), wanted, (run) => run(stepsOf(name, count)));
  return { inTurn, log, take };
}

test('Parties take turns after each slice, organizations first and in each of them its callers', async () => {
  const { log, take } = logged();
  await Promise.all([take('a1', 4), take('a2', 2), take('b1', 3)]);
  expect(log.join(' ')).toBe('a1 a2 b1 a1 b1 a2 b1 a1 a1');
});

test('What one party asks for is done one after the other', async () => {
  const { log, take } = logged();
  await Promise.all([take('a1', 2), take('a1', 2), take('b1', 3)]);
  expect(log.join(' ')).toBe('a1 a1 b1 b1 a1 b1 a1');
});

test('No more than a bounded number is half done, and the next begins when one of them ends', async () => {
  const { inTurn, log, take } = logged({ mostBegun: 2 });
  const held = Promise.withResolvers<void>();
  const begun: string[] = [];
  const hold = (name: string) =>
    inTurn.take(party(name), never, async () => {
      begun.push(name);
      await held.promise;
    });
  const all = [hold('a1'), hold('b1'), hold('c1'), take('d1', 1)];
  for (let round = 0; round < 5; round += 1) await new Promise(setImmediate);
  expect([begun, log]).toEqual([['a1', 'b1'], []]);
  held.resolve();
  await Promise.all(all);
  expect([begun, log]).toEqual([['a1', 'b1', 'c1'], ['d1']]);
});

test('Of long work no more than a bounded number goes on at a time, and short work passes it', async () => {
  const { log, take } = logged({ shortSlices: 2, mostLong: 1 });
  await Promise.all([take('a1', 5), take('b1', 4), take('c1', 2)]);
  expect(log.join(' ')).toBe('a1 b1 c1 a1 b1 c1 a1 a1 a1 b1 b1');
});

test('Long work of one organization leaves room for long work of others', async () => {
  const { log, take } = logged({ shortSlices: 1, mostLong: 2, mostLongOfOrganization: 1 });
  await Promise.all([take('a1', 3), take('a2', 3), take('b1', 3)]);
  expect(log.join(' ')).toBe('a1 a2 b1 a1 b1 a1 b1 a2 a2');
});

test('Work that nobody wants any more ends where it waits, and what it held is free', async () => {
  const { log, take } = logged({ shortSlices: 1, mostLong: 1, mostBegun: 2 });
  const gone = new AbortController();
  const running = take('a1', Number.POSITIVE_INFINITY, gone.signal);
  const waiting = take('b1', Number.POSITIVE_INFINITY, gone.signal);
  const notBegun = take('c1', 2);
  await expect.poll(() => log.filter((name) => name === 'a1').length).toBeGreaterThan(5);
  expect(log).not.toContain('c1');
  gone.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
  await expect(waiting).rejects.toThrow('gone');
  expect(await notBegun).toBe('c1');
  expect(log.filter((name) => name === 'b1')).toHaveLength(1);
  await expect(take('d1', 1, gone.signal)).rejects.toThrow('gone');
});

test('What work does beside its steps holds up nobody, and failing steps neither', async () => {
  const { inTurn, take } = logged();
  const opened = Promise.withResolvers<void>();
  const opening = inTurn.take(party('a1'), never, () => opened.promise);
  const failing = inTurn.take(party('b1'), never, (run) =>
    run(
      (function* (): Generator<void, void> {
        yield;
        throw new Error('broken');
      })(),
    ),
  );
  await expect(failing).rejects.toThrow('broken');
  expect(await take('b1', 3)).toBe('b1');
  opened.resolve();
  await opening;
});
