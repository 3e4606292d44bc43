import { expect, test } from 'vitest';
import { afterOthersOfEach } from './after-others.ts';

test('work on a thing begins when what came before it has ended, well or not, and waits for none on another', async () => {
  const afterOthers = afterOthersOfEach<string>();
  const done: string[] = [];
  const held = Promise.withResolvers<void>();
  const step = (name: string) => async () => {
    done.push(`${name} begins`);
    await new Promise(setImmediate);
    done.push(name);
    return name;
  };
  const first = afterOthers('file', () => held.promise);
  const others = ['second', 'third'].map((name) => afterOthers('file', step(name)));
  expect(await afterOthers('other', step('elsewhere'))).toBe('elsewhere');
  held.reject(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  expect(await Promise.all(others)).toEqual(['second', 'third']);
  expect(done).toEqual(['elsewhere begins', 'elsewhere', 'second begins', 'second', 'third begins', 'third']);
});

test('work on a thing waits for what is under way there, also where something before that has ended', async () => {
  const afterOthers = afterOthersOfEach<string>();
  const begun: string[] = [];
  const held = Promise.withResolvers<void>();
  const first = afterOthers('file', async () => void begun.push('first'));
  const second = afterOthers('file', () => held.promise);
  await first;
  const third = afterOthers('file', async () => void begun.push('third'));
  await new Promise(setImmediate);
  expect(begun).toEqual(['first']);
  held.resolve();
  await Promise.all([second, third]);
  expect(begun).toEqual(['first', 'third']);
});
