import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSchema, decodeBinarySchema } from 'kiwi-schema';
import { openDesign } from '../../src/import/fig/container/open-design.ts';
import { installedProgram } from '../installed.ts';
import { interleaved, median } from '../medians.ts';
import { memoryOf } from '../processes.ts';
import type { Row } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';

const corpus = process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '../../../shared/data');

interface RealDesign {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly schema: Uint8Array;
  readonly message: Uint8Array;
}

/** The real file of the editor that holds most once it is unpacked; undefined where there are none. */
function largestDesign(): RealDesign | undefined {
  if (!existsSync(corpus)) return undefined;
  const designs = globSync('*/*.{fig,deck,jam}', { cwd: corpus })
    .filter((path) => !path.startsWith('not-from-figma'))
    .map((path) => {
      const bytes = readFileSync(join(corpus, path));
      const { schema, message } = openDesign(bytes);
      return { path, bytes, schema: new Uint8Array(schema), message: new Uint8Array(message) };
    });
  return designs.sort((one, other) => other.message.length - one.message.length)[0];
}

/** A file of the editor as a file's new content, from the first byte sent to the answer. */
export async function measureDesignImport(stage: Stage): Promise<Measured> {
  const design = largestDesign();
  if (design === undefined)
    return { rows: [], facts: [], leftOut: ['There are no real designs here, so that none is imported.'] };
  const { folder, rounds, say } = stage;
  say('Importing a file of the editor');
  const vitrine = await startVitrine(join(folder, 'design'), ['design']);
  const contestants = { ours: () => putDesign(vitrine, design), theirs: async () => decodeOnce(design) };
  // Once before it counts: the first import by a program that was changed compiles what later ones find compiled.
  const times = await interleaved(1, contestants)
    .then(() => interleaved(rounds, contestants))
    .finally(() => vitrine.stop());
  const [ours, theirs] = [median(times.ours), median(times.theirs)];
  const time: Row = {
    work: `Import of the largest real \`.fig\` (${design.path}), time`,
    reference: '`kiwi-schema` decoding the same bytes',
    ours,
    theirs,
    ratio: ours / theirs,
    unit: 'ms',
    limit: { atMost: 3 },
  };
  const memory = await measureMemory(stage, design);
  return { rows: memory === undefined ? [time] : [time, memory], facts: [] };
}

const putDesign = (vitrine: Vitrine, { bytes }: RealDesign) => putContent(vitrine, 'design', bytes);

function decodeOnce({ schema, message }: RealDesign): number {
  const startedAt = performance.now();
  compileSchema(decodeBinarySchema(schema)).decodeMessage(message);
  return performance.now() - startedAt;
}

/** One more than counts: the first start and the first thread of a program compile what later ones find compiled. */
const memoryRounds = 5;

/** A server as it is installed that has done nothing yet, then one import. */
async function measureMemory(stage: Stage, design: RealDesign): Promise<Row | undefined> {
  const program = await installedProgram(stage);
  const grown: number[] = [];
  for (let round = 0; round <= memoryRounds; round++) {
    const folder = join(stage.folder, `design-memory-${round}`);
    const vitrine = await startVitrine(folder, ['design'], {}, program);
    try {
      const idle = memoryOf(vitrine.pid);
      await putDesign(vitrine, design);
      const after = memoryOf(vitrine.pid);
      if (idle === undefined || after === undefined) return undefined;
      if (round > 0) grown.push(after.highestBytes - idle.nowBytes);
    } finally {
      await vitrine.stop();
    }
  }
  const [ours, theirs] = [median(grown) / 1e6, design.message.length / 1e6];
  return {
    work: 'The same, peak memory above the idle process',
    reference: 'size of the decoded message',
    ours,
    theirs,
    ratio: ours / theirs,
    unit: 'MB',
    limit: { atMost: 6 },
  };
}
