import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { answerInTime } from './answer-in-time.ts';

const log = pino({ level: 'silent' });
const failed = { images: null };
const never = 3_600_000;

/** Answers that are late at once, each second piece of white space follows a moment later. */
const impatient = { quietMs: 0, spaceMs: 0 };

async function textOf(answer: Awaited<ReturnType<typeof answerInTime>>): Promise<string> {
  expect(answer).toHaveProperty('stream');
  return 'stream' in answer ? text(answer.stream) : '';
}

test('work that is done in time is answered as plain JSON', async () => {
  expect(await answerInTime(Promise.resolve(1), { failed: () => 0, log, quietMs: never })).toEqual({
    json: 1,
  });
});

test('work that fails in time is answered as a failure', async () => {
  const work = Promise.reject(new Error('no'));
  await expect(answerInTime(work, { failed: () => failed, log, quietMs: never })).rejects.toThrow('no');
});

test('[H22] late work is announced by white space, and answered as JSON all the same', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const answer = await answerInTime(promise, { failed: () => ({}), log, ...impatient });
  const stream = 'stream' in answer ? answer.stream : Readable.from([]);
  let got = '';
  for await (const chunk of stream) {
    got += String(chunk);
    if (got.length === 5) resolve({ images: 1 });
  }
  expect(got).toMatch(/^ {5,}\{"images":1\}$/);
  expect(JSON.parse(got)).toEqual({ images: 1 });
});

test('[H22] late work that fails is answered with the body of the failure', async () => {
  const { promise, reject } = Promise.withResolvers<object>();
  const answer = await answerInTime(promise, { failed: () => failed, log, ...impatient });
  reject(new Error('no'));
  expect(JSON.parse(await textOf(answer))).toEqual(failed);
});
