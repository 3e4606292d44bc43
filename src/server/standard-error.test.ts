import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const program = fileURLToPath(new URL('./crashing-logger.suite.ts', import.meta.url));

it('A process that crashes has written every line of its log before, to a reader that is slow too', async () => {
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  await once(child.stderr, 'readable');
  await wait(100);
  const text = Buffer.concat(await child.stderr.toArray()).toString();
  expect((await ended)[0]).not.toBe(0);
  expect(text.match(/"msg":"said"/g)).toHaveLength(2000);
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  const last = JSON.parse(lines.at(-1) ?? '');
  expect(last).toMatchObject({ level: 60, error: expect.stringContaining('Error: the crash') });
});
