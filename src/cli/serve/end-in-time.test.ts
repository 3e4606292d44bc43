import { expect, it } from 'vitest';
import { endInTime } from './end-in-time.ts';

it('The end of a server that does not come in time is told once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let told = 0;
  const late = () => {
    told += 1;
    resolve();
  };
  await endInTime(() => promise, late, 10);
  expect(told).toBe(1);
});

it('The end of a server that comes in time is told to nobody', async () => {
  await endInTime(async () => {}, expect.unreachable, 10);
  await new Promise((resolve) => setTimeout(resolve, 30));
});
