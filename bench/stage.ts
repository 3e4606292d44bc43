import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Documents, makeDocuments } from './documents.ts';
import { findLoadGenerator, type RunLoad } from './load.ts';
import { findProgram } from './processes.ts';
import type { Fact, Row } from './results.ts';
import { putContent, startVitrine, type Vitrine } from './vitrine.ts';

/** Everything that the measurements share. */
export interface Stage {
  readonly folder: string;
  readonly documents: Documents;
  readonly vitrine: Vitrine;
  readonly load: { readonly name: string; readonly run: RunLoad };
  /** Path of the nginx program, where this machine has one. */
  readonly nginx: string | undefined;
  /** How often each contestant runs, for measurements that take a second each. */
  readonly rounds: number;
  /** How many single calls are timed. */
  readonly calls: number;
  /** How long load lasts that is counted by the second. */
  readonly seconds: number;
  readonly say: (line: string) => void;
}

/** What one measurement found. */
export interface Measured {
  readonly rows: readonly Row[];
  readonly facts: readonly Fact[];
  readonly leftOut?: readonly string[];
}

export type Measure = (stage: Stage) => Promise<Measured>;

/** Makes the documents, starts the server in a folder of its own and imports them. */
export async function openStage(options: {
  quick: boolean;
  say: (line: string) => void;
}): Promise<Stage & { close(): Promise<void> }> {
  const { quick, say } = options;
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  say('Making the documents');
  const documents = makeDocuments();
  await mkdir(join(folder, 'documents'));
  await writeFile(join(folder, 'documents', 'big.json'), documents.big);
  say('Starting the server and importing');
  const keys = Object.keys(documents) as (keyof Documents)[];
  const vitrine = await startVitrine(join(folder, 'server'), keys);
  for (const key of keys) await putContent(vitrine, key, documents[key]);
  return {
    folder,
    documents,
    vitrine,
    say,
    load: await findLoadGenerator(),
    nginx: await findProgram('nginx'),
    rounds: quick ? 3 : 9,
    calls: quick ? 1500 : 3000,
    seconds: quick ? 3 : 30,
    close: async () => {
      await vitrine.stop();
      await rm(folder, { recursive: true, force: true });
      process.off('exit', removeFolder);
    },
  };
}
