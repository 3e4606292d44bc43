import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { overMemory } from './guard-marks.ts';

const program = fileURLToPath(new URL('./hungry-child.suite.ts', import.meta.url));

/** How a program ends that is busy without a pause, and what it said before; the system bounds nothing. */
async function endOf(parentPid: number, memoryMb: number): Promise<{ signal: unknown; marks: number[] }> {
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'] as const;
  const args = [program, String(parentPid), String(memoryMb)];
  const child = spawn(process.execPath, args, { stdio: [...stdio] });
  const marks: number[] = [];
  child.stdio[4]?.on('data', (bytes: Buffer) => marks.push(...bytes));
  const late = setTimeout(() => child.kill('SIGABRT'), 15_000);
  const signal = await new Promise((resolve) => child.once('close', (_code, name) => resolve(name)));
  clearTimeout(late);
  return { signal, marks };
}

test('a process that takes more memory than it may is ended and says so', async () => {
  expect(await endOf(process.pid, 200)).toEqual({ signal: 'SIGKILL', marks: [overMemory] });
});

test('a process whose parent is gone is ended, whatever it is at', async () => {
  expect(await endOf(process.pid + 1, 100_000)).toEqual({ signal: 'SIGKILL', marks: [] });
});
