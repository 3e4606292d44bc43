import { expect, test } from 'vitest';
import { boundedWork } from './bounded-work.ts';

test('work waits for room, goes in its order, and gives its room back also when it fails', async () => {
  const within = boundedWork(10);
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const start = (name: string, bytes: number) => {
    const gate = Promise.withResolvers<void>();
    gates.set(name, gate);
    return within(bytes, async () => {
      begun.push(name);
      await gate.promise;
    });
  };
  const done = [start('six', 6), start('five', 5), start('one', 1)];
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(['six']);
  gates.get('six')?.reject(new Error('broken'));
  await expect(done[0]).rejects.toThrow('broken');
  expect(begun).toEqual(['six', 'five', 'one']);
  gates.get('five')?.resolve();
  gates.get('one')?.resolve();
  await Promise.all(done.slice(1));
});

test('work that is larger than all the room goes alone', async () => {
  const within = boundedWork(10);
  expect(await within(1000, async () => 'done')).toBe('done');
  expect(await within(10, async () => 'done')).toBe('done');
});
