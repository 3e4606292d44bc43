import { join } from 'node:path';
import { postgresFolder, startPostgres } from '../../src/testing/postgres.ts';
import { askWell, openClient } from '../ask.ts';
import { componentKey, libraryDocument } from '../library-document.ts';
import { quantile } from '../medians.ts';
import type { Row } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';

const clients = 30;
const componentsInLibrary = 50;
/** Files and published components of the large workspace; the small one has a hundredth. */
const large = { files: 10_000, libraries: 1000 };
const small = { files: 100, libraries: 10 };
const mostGrowth = 5;

/** What is asked, in turn, by everyone at once. */
const lists: Readonly<Record<string, string>> = {
  'components of a team': '/v1/teams/100/components',
  'styles of a team': '/v1/teams/100/styles',
  'components of a library': '/v1/files/library0/components',
  'one component': `/v1/components/${componentKey('library0', 7)}`,
  'uses of a library': '/v1/analytics/libraries/library0/component/usages?group_by=component',
};

/** How lists take longer as the workspace grows a hundredfold: 10,000 files and 50,000 published components. */
export async function measureLists(stage: Stage): Promise<Measured> {
  const embedded = await measureEngine(stage, 'SQLite', () => ({}));
  const native = postgresFolder();
  if (native === undefined)
    return { rows: embedded, facts: [], leftOut: ['No PostgreSQL for this platform: no lists on it.'] };
  const rows = [...embedded];
  const [of, at] = [await startPostgres(native), await startPostgres(native)];
  try {
    const settings = { large: { DATABASE_URL: of.url }, small: { DATABASE_URL: at.url } };
    rows.push(...(await measureEngine(stage, 'PostgreSQL', (size) => settings[size])));
  } finally {
    await of.stop();
    await at.stop();
  }
  return { rows, facts: [] };
}

async function measureEngine(
  stage: Stage,
  engine: string,
  settingsOf: (size: 'large' | 'small') => Readonly<Record<string, string>>,
): Promise<Row[]> {
  const open = (size: 'large' | 'small') =>
    openWorkspace(join(stage.folder, `lists-${engine}-${size}`), { large, small }[size], settingsOf(size));
  stage.say(`Making a workspace of ${large.files} files on ${engine}, and a small one`);
  const [many, few] = [await open('large'), await open('small')];
  try {
    stage.say(`Lists on ${engine}, ${clients} clients at once`);
    await timesOf(few, stage.calls);
    await timesOf(many, stage.calls);
    const theirs = await timesOf(few, stage.calls);
    const ours = await timesOf(many, stage.calls);
    return Object.keys(lists).map((name) => rowOf(engine, name, ours[name] ?? [], theirs[name] ?? []));
  } finally {
    await many.stop();
    await few.stop();
  }
}

function rowOf(engine: string, name: string, large: readonly number[], small: readonly number[]): Row {
  const [ours, theirs] = [quantile(large, 0.99), quantile(small, 0.99)];
  return {
    work: `Mixed lists on ${engine}, 10,000 files: ${name}, latency at p99`,
    reference: 'a hundredth of the files',
    ...{ ours, theirs, ratio: ours / theirs, unit: 'ms', limit: { atMost: mostGrowth } },
  };
}

async function openWorkspace(
  folder: string,
  { files, libraries }: { readonly files: number; readonly libraries: number },
  settings: Readonly<Record<string, string>>,
): Promise<Vitrine> {
  const names = Array.from({ length: libraries }, (_, number) => `library${number}`);
  const others = Array.from({ length: files - libraries }, (_, number) => `file${number}`);
  const vitrine = await startVitrine(folder, [...names, ...others], settings);
  for (const name of names) {
    await putContent(vitrine, name, libraryDocument(name, componentsInLibrary));
    await askWell(vitrine.client, `/workspace/v1/files/${name}/publish`, { method: 'POST' });
  }
  return vitrine;
}

/** Milliseconds by list: each client asks for one after the other, beginning with another one. */
async function timesOf(
  { url, ca, headers }: Vitrine,
  calls: number,
): Promise<Readonly<Record<string, readonly number[]>>> {
  const names = Object.keys(lists);
  const times = Object.fromEntries(names.map((name): [string, number[]] => [name, []]));
  let asked = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = openClient(url, ca, headers);
      while (asked < calls) {
        const name = names[asked++ % names.length] ?? '';
        const { milliseconds } = await askWell(client, lists[name] ?? '');
        times[name]?.push(milliseconds);
      }
      client.close();
    }),
  );
  return times;
}
