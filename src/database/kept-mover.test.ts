import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptMover } from './kept-mover.ts';
import { openWriter, type SqliteHandle } from './sqlite-handle.ts';
import { writeAheadLog } from './write-ahead-log.ts';
import { writeQueue } from './write-queue.ts';

let folder: string;
let path: string;
let writer: SqliteHandle;
/** Threads that were begun. */
let threads: Worker[];
const note = (begun: unknown) => void threads.push((begun as { worker: Worker }).worker);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-mover-'));
  path = join(folder, 'database');
  writer = openWriter(path);
  writer.exec('PRAGMA wal_autocheckpoint = 0');
  writer.exec('create table words (word text)');
  threads = [];
  subscribe('worker_threads', note);
});
afterEach(() => {
  unsubscribe('worker_threads', note);
  writer.close();
  rmSync(folder, { recursive: true });
});

test('A log that grows again and again is moved by one thread', async () => {
  let pages = 0;
  const pagesInLog = vi.fn(() => {
    pages += 10_000;
    return pages;
  });
  const log = writeAheadLog(path, { ...writer, pagesInLog }, writeQueue());
  const grow = (): number => {
    for (let commit = 0; commit < 16; commit += 1) log.committed();
    return pagesInLog.mock.calls.length;
  };
  // Each move is asked for by one look at the log, and followed by another.
  await expect.poll(grow).toBeGreaterThan(2 * 3);
  await log.end();
  expect(threads).toHaveLength(1);
});

test('A thread that has moved nothing for a while ends, and the next move has another one', async () => {
  const mover = keptMover(path, 0);
  const bytes = () => statSync(path).size;
  const before = bytes();
  await mover.move();
  expect(bytes()).toBeGreaterThan(before);
  await once(threads[0] as Worker, 'exit');
  await mover.move();
  await mover.end();
  expect(threads).toHaveLength(2);
});

test('A thread that fails fails its move alone', async () => {
  const mover = keptMover(join(folder, 'no such folder', 'database'));
  await expect(mover.move()).rejects.toThrow('unable to open database file');
  await expect(mover.move()).rejects.toThrow('unable to open database file');
  await mover.end();
});
