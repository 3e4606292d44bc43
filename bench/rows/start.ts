import { join } from 'node:path';
import { median } from '../medians.ts';
import type { Measured, Stage } from '../stage.ts';
import { putContent, startVitrine } from '../vitrine.ts';

const mostMs = 1000;

/** From starting the process on a folder that holds files to its first answer. */
export async function measureStart({ folder, rounds, documents, say }: Stage): Promise<Measured> {
  say('Starting on an existing data folder');
  const place = join(folder, 'start');
  const first = await startVitrine(place, ['big', 'small']);
  await putContent(first, 'big', documents.big);
  await putContent(first, 'small', documents.small);
  await first.stop();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const vitrine = await startVitrine(place);
    times.push(vitrine.startMs);
    await vitrine.stop();
  }
  const ours = median(times);
  return {
    rows: [
      {
        work: 'Start with an existing data folder to the first answer',
        reference: '–',
        ...{ ours, theirs: mostMs, ratio: ours, unit: 'ms', absolute: true },
        limit: { atMost: mostMs },
      },
    ],
    facts: [],
  };
}
