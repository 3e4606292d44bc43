import { describe, expect, test } from 'vitest';
import { openedOnce } from './opened-once.ts';

describe('What is opened once', () => {
  test('is opened for the first who asks, and is the same for all who ask meanwhile and later', async () => {
    let opened = 0;
    const { get, open } = openedOnce(async () => ++opened);
    expect(await open()).toBeUndefined();
    expect(await Promise.all([get(), get()])).toEqual([1, 1]);
    expect([await get(), await open()]).toEqual([1, 1]);
  });

  test('is tried again by the next who asks, where opening failed', async () => {
    const outcomes = [Promise.reject(new Error('too many open files')), Promise.resolve('open')];
    const { get, open } = openedOnce(() => outcomes.shift()!);
    const both = await Promise.allSettled([get(), get()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await open()).toBeUndefined();
    expect(await get()).toBe('open');
  });

  test('is nothing for who ends it, where opening fails meanwhile', async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    const { get, open } = openedOnce(() => promise);
    const asked = expect(get()).rejects.toThrow('too many open files');
    const ended = open();
    reject(new Error('too many open files'));
    expect(await ended).toBeUndefined();
    await asked;
  });
});
