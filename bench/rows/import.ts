import { join } from 'node:path';
import { interleaved, median } from '../medians.ts';
import { memoryOf } from '../processes.ts';
import type { Row } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { putContent, startVitrine } from '../vitrine.ts';

/** The 27 MB document as a file's new content, from the first byte sent to the answer. */
export async function measureImport(stage: Stage): Promise<Measured> {
  const { rounds, vitrine, documents, say } = stage;
  say('Importing');
  const times = await interleaved(rounds, {
    ours: () => putContent(vitrine, 'big', documents.big),
    theirs: async () => parseOnce(documents.big),
  });
  const [ours, theirs] = [median(times.ours), median(times.theirs)];
  const time: Row = {
    work: 'Import of the 27 MB document, time',
    reference: '`JSON.parse` of the same bytes',
    ours,
    theirs,
    ratio: ours / theirs,
    unit: 'ms',
    limit: { atMost: 2.5 },
  };
  const memory = await measureMemory(stage);
  return {
    rows: memory === undefined ? [time] : [time, memory],
    facts: [],
    leftOut:
      memory === undefined ? ['/proc does not tell memory here, so that of an import is not measured.'] : [],
  };
}

function parseOnce(bytes: Uint8Array): number {
  const startedAt = performance.now();
  JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
  return performance.now() - startedAt;
}

/** A server that has done nothing yet, then one import. */
async function measureMemory({ folder, rounds, documents }: Stage): Promise<Row | undefined> {
  const grown: number[] = [];
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    const vitrine = await startVitrine(join(folder, `memory-${round}`), ['big']);
    try {
      const idle = memoryOf(vitrine.pid);
      await putContent(vitrine, 'big', documents.big);
      const after = memoryOf(vitrine.pid);
      if (idle === undefined || after === undefined) return undefined;
      grown.push(after.highestBytes - idle.nowBytes);
    } finally {
      await vitrine.stop();
    }
  }
  const [ours, theirs] = [median(grown) / 1e6, documents.big.length / 1e6];
  return {
    work: 'Import of the 27 MB document, peak memory above the idle process',
    reference: 'size of the document',
    ours,
    theirs,
    ratio: ours / theirs,
    unit: 'MB',
    limit: { atMost: 4 },
  };
}
