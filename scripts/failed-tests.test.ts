import { expect, it } from 'vitest';

/** Scripts that run before anything is installed have no types. */
const { filesToTryAgain } = await import(new URL('failed-tests.mjs', import.meta.url).href);

const report = (files: string[], unhandled = 0) => ({
  failures: files.flatMap((file) => [
    { file, title: 'one' },
    { file, title: 'two' },
  ]),
  broken: ['broken.test.ts'],
  unhandled,
});

it('Each file with a failure is tried again once', () => {
  expect(filesToTryAgain(report(['a.test.ts', 'broken.test.ts']))).toEqual(['a.test.ts', 'broken.test.ts']);
});

it('No file is tried again where more than three failed, or an error belongs to no test', () => {
  expect(filesToTryAgain(report(['a.test.ts', 'b.test.ts', 'c.test.ts']))).toEqual([]);
  expect(filesToTryAgain(report(['a.test.ts'], 1))).toEqual([]);
});
