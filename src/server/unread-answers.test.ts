import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { unreadAnswers } from './unread-answers.ts';

const stillMs = 30;

const newConnection = () => ({ destroyed: false, destroy: () => {} });

/** Answers that hold ten bytes each: three of one address have room, five in all. */
function holding() {
  const unread = unreadAnswers({ mostBytesOfAddress: 30, mostBytes: 50, stillMs });
  return (address: string, bytes = 10, connection = newConnection()) => {
    const response = Object.assign(new EventEmitter(), {
      isBroken: false,
      writableLength: 0,
      destroy: () => {
        response.isBroken = true;
        response.emit('close');
      },
    });
    const { moved } = unread.hold({ address, connection, bytes, response });
    return { response, moved };
  };
}

const brokenOf = (answers: readonly { response: { isBroken: boolean } }[]) =>
  answers.map(({ response }) => response.isBroken);

describe('Answers that clients do not read', () => {
  it('make room for another of their address when they are stalled, the longest stalled first', async () => {
    const hold = holding();
    const answers = [hold('a'), hold('a'), hold('a'), hold('b')];
    await wait(stillMs + 10);
    answers[0]?.moved();
    hold('a');
    expect(brokenOf(answers)).toEqual([false, true, false, false]);
  });

  it('keep out another of their address while all of them are being read', () => {
    const hold = holding();
    const answers = [hold('a'), hold('a'), hold('a')];
    expect(() => hold('a')).toThrow('Too many answers to this address are not read yet.');
    expect(brokenOf(answers)).toEqual([false, false, false]);
    hold('b');
  });

  it('of a connection with several make room for those of another connection from there, that it may have as much', () => {
    const hold = holding();
    const [many, other] = [newConnection(), newConnection()];
    const answers = [hold('a', 10, many), hold('a', 10, many), hold('a', 10, many)];
    hold('a', 10, other);
    expect(brokenOf(answers)).toEqual([true, false, false]);
    expect(() => hold('a', 10, other)).toThrow('Too many answers to this address are not read yet.');
    expect(() => hold('a', 10, many)).toThrow('Too many answers to this address are not read yet.');
    expect(brokenOf(answers)).toEqual([true, false, false]);
  });

  it('make room for any other when all together hold too much memory, those of whoever holds most first', async () => {
    const hold = holding();
    const answers = [hold('b'), hold('b'), hold('a'), hold('a'), hold('a')];
    await wait(stillMs + 10);
    hold('c');
    expect(brokenOf(answers)).toEqual([false, false, true, false, false]);
  });

  it('no longer count when they have ended', () => {
    const hold = holding();
    for (let answer = 0; answer < 100; answer += 1) hold('a').response.emit('close');
    expect(() => hold('a', 30)).not.toThrow();
  });

  it('may hold more than the limit where there is only one', () => {
    expect(() => holding()('a', 1000)).not.toThrow();
  });
});
