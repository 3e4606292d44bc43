import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { runWithFewDescriptors } from '../testing/without-descriptors.ts';
import type { Filled } from './filling-child.suite.ts';
import { startChild } from './start-child.ts';

const parent = new URL('./ending-parent.suite.ts', import.meta.url).pathname;

const run = (...args: string[]) => {
  const { status, stdout, signal } = spawnSync(process.execPath, [parent, ...args], {
    encoding: 'utf8',
    timeout: 45_000,
  });
  return { status, stdout, signal };
};

test('a process with nothing to do ends, whatever children it has', () => {
  expect(run()).toEqual({ status: 0, stdout: '', signal: null });
});

test('a process that waits for the end of a child sees it', () => {
  expect(run('kill')).toEqual({ status: 0, stdout: 'gone', signal: null });
});

test('a process has the heap that it may have, and collects only small garbage while little lives', async () => {
  const child = startChild(new URL('./filling-child.suite.ts', import.meta.url), {
    heapMb: 256,
    memoryMb: 1024,
  });
  onTestFinished(child.kill);
  const answer = new Promise<unknown>((resolve) => child.onMessage(resolve));
  child.send({ bytes: 40 * 2 ** 20 });
  // The young heap counts three times what one of its halves may hold.
  expect(await Promise.race([answer, child.gone])).toMatchObject({
    heapLimitBytes: (256 + 3 * 16) * 2 ** 20,
    fullCollections: 0,
  } satisfies Filled);
});

test.skipIf(process.platform === 'win32')('a child that finds too few descriptors ends nobody else', () => {
  const program = new URL('./children-without-descriptors.suite.ts', import.meta.url);
  expect(runWithFewDescriptors(program)).toEqual({ status: 0, stdout: '4' });
});
