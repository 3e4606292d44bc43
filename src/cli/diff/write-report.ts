import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writing } from '../system-sentence.ts';
import type { Change, Comparison, CountedFrame, Counts } from './comparison.ts';
import { reportEnd, reportFrame, reportHead } from './report-page.ts';

/** Changes that the page lists node by node. */
const mostListed = 2000;

export interface Report {
  readonly path: string;
  readonly counts: Counts;
  readonly frames: readonly CountedFrame[];
}

/** Writes the page of a comparison into a folder, as its frames are drawn. @throws CommandFailed */
export async function writeReport(comparison: Comparison, title: string, folder: string): Promise<Report> {
  const path = join(folder, 'index.html');
  let counts: Counts = { added: 0, removed: 0, moved: 0, changed: 0 };
  const frames: CountedFrame[] = [];
  const page = async function* () {
    const listed: Change[] = [];
    for await (const { summary, changes } of comparison.changes()) {
      counts = summary;
      for (const change of changes.slice(0, mostListed - listed.length)) listed.push(change);
      if (listed.length === mostListed) break;
    }
    yield reportHead(title, counts);
    for await (const frame of comparison.frames()) {
      frames.push(frame);
      const [before, after, difference] = [
        await comparison.picture(frame, 'before'),
        await comparison.picture(frame, 'after'),
        await comparison.picture(frame, 'difference'),
      ];
      yield reportFrame(frame, { before, after, difference });
    }
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    yield reportEnd(listed, all - listed.length);
  };
  await writing(folder, () => mkdir(folder, { recursive: true }));
  await writing(path, () => pipeline(Readable.from(page()), createWriteStream(path)));
  return { path, counts, frames };
}
