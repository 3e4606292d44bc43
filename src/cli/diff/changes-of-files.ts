import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileSource } from '../../blobs/file-source.ts';
import { changePage } from '../../compare/change-page.ts';
import { compileFile } from '../../content/compile-file.ts';
import { runYielding } from '../../content/yielding.ts';
import { fileKeyOf } from '../../contract/branded-ids.ts';
import { openSnapshot } from '../../document/open-snapshot.ts';
import { CommandFailed } from '../command.ts';
import type { Change, ChangePages } from './changes.ts';

/** Reads two designs from files and compares them here. @throws CommandFailed */
export async function* changesOfFiles(before: string, after: string, signal: AbortSignal): ChangePages {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-diff-'));
  const files = [];
  try {
    for (const [place, design] of [before, after].entries()) {
      const path = join(folder, String(place));
      const { refusal } = await compileFile({
        sourcePath: design,
        snapshotPath: path,
        fileKey: fileKeyOf('compared'),
      });
      if (refusal !== undefined) throw new CommandFailed(`${design} cannot be compared: ${refusal}`);
      files.push(openFileSource(path));
      signal.throwIfAborted();
    }
    const [earlier, later] = files.map((file) => openSnapshot(file));
    let [skipped, hasMore] = [0, true];
    while (hasMore) {
      const page = changePage({ before: earlier!, after: later! }, { skipped, mostChanges: 10_000 });
      const { counts, changes, ...rest } = await runYielding(page);
      signal.throwIfAborted();
      yield { summary: counts, changes: changes.map((text) => JSON.parse(text) as Change) };
      skipped += changes.length;
      hasMore = rest.hasMore;
    }
  } finally {
    for (const file of files) file.close();
    await rm(folder, { recursive: true, force: true });
  }
}
