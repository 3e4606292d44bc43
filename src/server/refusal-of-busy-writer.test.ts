import { expect, it } from 'vitest';
import { writeQueue } from '../database/write-queue.ts';
import { refusalOf } from './app.ts';

it('A change that the one before keeps from the database for too long is a 503 that says when to try again', async () => {
  const queue = writeQueue(1);
  const end = await queue.take();
  const error = await queue.take().catch((refused: Error) => refused);
  end();
  const { status, headers } = refusalOf(error as Error);
  expect([status, headers['retry-after']]).toEqual([503, '5']);
});
