import { expect, test } from 'vitest';
import { TooMuchWaiting, waitingRoom } from './waiting-room.ts';

function heldRoom() {
  const room = waitingRoom({ mostOfOne: 2, mostOfAll: 3 });
  const ends: (() => void)[] = [];
  const ask = (caller: string) => room.run(caller, () => new Promise<void>((end) => ends.push(end)));
  return { room, ask, finishOne: () => ends.shift()?.() };
}

test('what is too much of one caller is refused at once, what others ask for is not', async () => {
  const { ask } = heldRoom();
  for (const caller of ['one', 'one']) ask(caller);
  await expect(ask('one')).rejects.toThrow(TooMuchWaiting);
  ask('two');
  await expect(ask('three')).rejects.toThrow(TooMuchWaiting);
});

test('what is done makes room, whether it failed or not', async () => {
  const { room, ask, finishOne } = heldRoom();
  const [first] = [ask('one'), ask('one')];
  finishOne();
  await first;
  await expect(room.run('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await room.run('one', async () => 'done')).toBe('done');
});
