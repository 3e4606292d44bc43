import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { sharedRoom } from './shared-room.ts';

const [alice, bob, dan] = [
  { organization: '1', caller: 'alice' },
  { organization: '1', caller: 'bob' },
  { organization: '2', caller: 'dan' },
];
const { signal: always } = new AbortController();

/** Takes room and writes down who has it. */
function watched(room = sharedRoom({ ofAll: 10, ofOne: 6 })) {
  const inside: string[] = [];
  const leave = new Map<string, () => void>();
  const take = async (name: string, party: typeof alice, amount: number, signal = always): Promise<void> => {
    leave.set(name, await room.take(party, amount, signal));
    inside.push(name);
  };
  return { inside, take, leave: (name: string) => leave.get(name)?.() };
}

const soon = () => new Promise(setImmediate);

test('room that one caller has taken up to their part is left to others', async () => {
  const { inside, take, leave } = watched();
  take('alice 1', alice, 4);
  take('alice 2', alice, 4);
  take('bob', bob, 3);
  await soon();
  expect(inside).toEqual(['alice 1', 'bob']);
  leave('alice 1');
  await soon();
  expect(inside).toEqual(['alice 1', 'bob', 'alice 2']);
});

test('room goes to whose turn it is, and not to smaller pieces that came later', async () => {
  const { inside, take, leave } = watched();
  take('alice', alice, 6);
  take('dan', dan, 6);
  take('bob', bob, 1);
  await soon();
  expect(inside).toEqual(['alice']);
  leave('alice');
  await soon();
  expect(inside).toEqual(['alice', 'dan', 'bob']);
});

test('more than the part of one caller is let in as all of that part', async () => {
  const { inside, take, leave } = watched();
  take('huge', alice, 100);
  take('small', dan, 4);
  take('next', alice, 1);
  await soon();
  expect(inside).toEqual(['huge', 'small']);
  leave('huge');
  await soon();
  expect(inside).toEqual(['huge', 'small', 'next']);
});

test('who hangs up while they wait keep their room from nobody', async () => {
  const { inside, take } = watched();
  const hangUp = new AbortController();
  take('alice', alice, 6);
  const given = take('dan', dan, 6, hangUp.signal);
  take('bob', bob, 4);
  await soon();
  hangUp.abort(new Error('hung up'));
  await expect(given).rejects.toThrow('hung up');
  await soon();
  expect(inside).toEqual(['alice', 'bob']);
});

test('who has hung up already takes nothing, and who is let in is not listened to any more', async () => {
  const { inside, take, leave } = watched();
  await expect(take('gone', dan, 6, AbortSignal.abort(new Error('hung up')))).rejects.toThrow('hung up');
  const { signal } = new AbortController();
  await take('alice', alice, 6, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  leave('alice');
  expect(inside).toEqual(['alice']);
});

test('more than may wait is refused, but of a caller who has nothing waiting', async () => {
  const limits = { ofAll: 1, ofOne: 1, waitingOfOne: 2, waitingOfAll: 3 };
  const { inside, take, leave } = watched(sharedRoom(limits));
  const refused: string[] = [];
  const ask = (name: string, party: typeof alice) => take(name, party, 1).catch(() => refused.push(name));
  for (const name of ['alice 1', 'alice 2', 'alice 3', 'alice 4']) ask(name, alice);
  for (const name of ['bob 1', 'bob 2']) ask(name, bob);
  ask('dan 1', dan);
  await soon();
  expect(refused).toEqual(['alice 4', 'bob 2']);
  for (let left = 5; left > 1; left -= 1) {
    leave(inside.at(-1) ?? '');
    await soon();
  }
  expect([...inside].sort()).toEqual(['alice 1', 'alice 2', 'alice 3', 'bob 1', 'dan 1']);
});

test('who has room is told that others wait for it, but not of what is their own, nor of who has a whole part', async () => {
  const room = sharedRoom({ ofAll: 10, ofOne: 6 });
  const holdingUp = () => [alice, bob, dan].filter((party) => room.holdsUpOthers(party));
  const [whole] = await Promise.all([room.take(alice, 6, always), room.take(dan, 4, always)]);
  const more = room.take(alice, 1, always);
  expect(holdingUp()).toEqual([]);
  const first = room.take(bob, 1, always);
  expect(holdingUp()).toEqual([alice, dan]);
  whole();
  await Promise.all([more, first]);
  expect(holdingUp()).toEqual([]);
});
