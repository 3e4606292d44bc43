import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prioritiesBeside, threadIds } from '../testing/thread-priorities.ts';
import { compileFile } from './compile-file.ts';
import { keptThread } from './kept-thread.ts';

test.runIf(process.platform === 'linux')(
  'A design is read for the search in a thread that stands behind all others, and nothing else does',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-index-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [sourcePath, snapshotPath] = ['source', 'snapshot'].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    const page = {
      id: '0:1',
      type: 'CANVAS',
      name: 'Page',
      children: [{ id: '1:1', type: 'FRAME', name: 'Frame' }],
    };
    const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
    await writeFile(sourcePath, JSON.stringify({ name: 'Design', document }));
    await compileFile({ sourcePath, snapshotPath });
    const known = threadIds();
    const [own, back] = [getPriority(), constants.priority.PRIORITY_BELOW_NORMAL];
    // One of its own: that of the process may be there already.
    const thread = keptThread(new URL('./index-thread.ts', import.meta.url));
    const task = { snapshotPath, overlayPath: undefined, fileName: 'Design', from: 0 };
    const blocks = await thread.ask<readonly unknown[]>(task, { heapMb: 256, deadlineMs: 60_000 });
    expect(blocks.length).toBeGreaterThan(0);
    const behind = prioritiesBeside(known).filter((priority) => priority > own);
    expect([behind, getPriority()]).toEqual([own < back ? [back] : [], own]);
  },
);

test('Of nodes with long texts fewer are read for the search at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-index-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [sourcePath, snapshotPath] = ['source', 'snapshot'].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  const several = <T>(count: number, make: (place: number) => T): T[] =>
    Array.from({ length: count }, (_, place) => make(place));
  const text = (node: number) => several(3_000, (word) => `word${node}x${word}`).join(' ');
  const texts = several(60, (node) => ({ id: `1:${node}`, type: 'TEXT', name: 'T', characters: text(node) }));
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children: texts };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  await writeFile(sourcePath, JSON.stringify({ name: 'Design', document }));
  await compileFile({ sourcePath, snapshotPath });
  const thread = keptThread(new URL('./index-thread.ts', import.meta.url));
  const task = { snapshotPath, overlayPath: undefined, fileName: 'Design', from: 0 };
  const blocks = await thread.ask<readonly { words: string }[]>(task, { heapMb: 256, deadlineMs: 60_000 });
  expect(blocks).toHaveLength(1);
  expect(blocks[0]?.words.length).toBeGreaterThan(64 * 1024);
});
