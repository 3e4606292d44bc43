import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prioritiesBeside, threadIds } from '../testing/thread-priorities.ts';
import { compileFile } from './compile-file.ts';
import { blocksInThread } from './index-in-thread.ts';

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
    const place = { party: { organization: '1', caller: 'search' }, signal: new AbortController().signal };
    const blocks = await blocksInThread({ path: snapshotPath }, { fileName: 'Design', from: 0 }, place);
    expect(blocks.length).toBeGreaterThan(0);
    const behind = prioritiesBeside(known).filter((priority) => priority > own);
    expect([behind, getPriority()]).toEqual([own < back ? [back] : [], own]);
  },
);
