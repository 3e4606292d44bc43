import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

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
