import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { hangUpOf } from './hang-up.ts';

function answer() {
  const raw = Object.assign(new EventEmitter(), { writableEnded: false, writableFinished: false });
  const close = (isRead: boolean): void => {
    Object.assign(raw, { writableEnded: isRead, writableFinished: isRead });
    raw.emit('close');
  };
  return { signal: hangUpOf(raw as unknown as FastifyReply['raw']), close };
}

test('The signal of a call fires when its client hangs up, and is the same whenever it is asked for', () => {
  const { signal, close } = answer();
  const asked = signal();
  expect(asked.aborted).toBe(false);
  close(false);
  expect(asked.aborted).toBe(true);
  expect(signal()).toBe(asked);
});

test('The signal of a call has fired where it is asked for after its client hung up', () => {
  const { signal, close } = answer();
  close(false);
  expect(signal().aborted).toBe(true);
});

test('The signal of a call has fired where its client hung up before anybody listened', () => {
  const raw = Object.assign(new EventEmitter(), { destroyed: true });
  expect(hangUpOf(raw as unknown as FastifyReply['raw'])().aborted).toBe(true);
});

test('The signal of a call does not fire where its answer was read to the end', () => {
  const { signal, close } = answer();
  const asked = signal();
  close(true);
  expect(asked.aborted || signal().aborted).toBe(false);
});
