import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { boundedAnswer } from './bounded-answers.ts';

test('An answer comes through as it is', async () => {
  const bytes = [Buffer.from('one'), Buffer.from('two')];
  expect(Buffer.concat(await boundedAnswer(Readable.from(bytes)).toArray()).toString()).toBe('onetwo');
});

test('An answer without end is ended, and its connection with it', async () => {
  const body = new Readable({ read: () => body.push(Buffer.alloc(65_536)) });
  await expect(boundedAnswer(body).resume().toArray()).rejects.toThrow('goes on after');
  expect(body.destroyed).toBe(true);
});

test('An answer that drips counts as silent', async () => {
  async function* drops(): AsyncGenerator<Buffer> {
    for (;;) {
      await wait(5);
      yield Buffer.from('.');
    }
  }
  const body = Readable.from(drops());
  const answer = boundedAnswer(body, { leastBytes: 1024, withinMs: 50 });
  await expect(answer.toArray()).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(body.destroyed).toBe(true);
});
