import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Marks, openMarks } from './guard-marks.ts';

const program = fileURLToPath(new URL('./hungry-child.suite.ts', import.meta.url));

/** How a program ends that is busy without a pause, and what it said before; the system bounds nothing. */
async function endOf(parentPid: number, memoryMb: number): Promise<{ signal: unknown; marks: Marks }> {
  const marks = openMarks();
  const args = [program, String(parentPid), String(memoryMb)];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', marks.descriptor],
  });
  const late = setTimeout(() => child.kill('SIGABRT'), 15_000);
  const signal = await new Promise((resolve) => child.once('close', (_code, name) => resolve(name)));
  clearTimeout(late);
  const noted = marks.read();
  marks.close();
  return { signal, marks: noted };
}

test('a process that takes more memory than it may is ended and says so', async () => {
  expect(await endOf(process.pid, 200)).toEqual({
    signal: 'SIGKILL',
    marks: { mark: undefined, isTooLarge: true },
  });
});

test('a process whose parent is gone is ended, whatever it is at', async () => {
  expect(await endOf(process.pid + 1, 100_000)).toEqual({
    signal: 'SIGKILL',
    marks: { mark: undefined, isTooLarge: false },
  });
});
