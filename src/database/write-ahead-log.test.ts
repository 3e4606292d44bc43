import { expect, test, vi } from 'vitest';
import type { SqliteHandle } from './sqlite-handle.ts';
import { writeAheadLog } from './write-ahead-log.ts';
import { writeQueue } from './write-queue.ts';

test('A commit is not undone by a look at the log that fails', async () => {
  const pagesInLog = vi.fn<() => number>(() => {
    throw new Error('disk I/O error');
  });
  const handle = { exec: vi.fn<(sql: string) => void>(), changedRows: () => 0, pagesInLog };
  const log = writeAheadLog('no such file', handle as Partial<SqliteHandle> as SqliteHandle, writeQueue());
  for (let commit = 0; commit < 40; commit += 1) {
    await log.commit(0);
    log.committed();
  }
  expect(pagesInLog.mock.calls.length).toBeGreaterThan(1);
  await log.end();
});
