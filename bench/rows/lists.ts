import { join } from 'node:path';
import { postgresFolder, startPostgres } from '../../src/testing/postgres.ts';
import { componentKey, libraryDocument } from '../library-document.ts';
import { libraryKeys, listsFiles, listsPlaces, type WorkspaceSize } from '../lists-workspace.ts';
import { quantile } from '../medians.ts';
import type { Row } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell, openClient } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';

const clients = 30;
const componentsInLibrary = 50;
/** The small workspace has a hundredth of the large one: 10,000 files, 100,000 comments, 50,000 components. */
const large = { files: 10_000, libraries: 1000 };
const small = { files: 100, libraries: 10 };
const mostGrowth = 5;

/** What is asked, in turn, by everyone at once: the same answers, but for the projects of the team. */
export const lists: Readonly<Record<string, string>> = {
  'comments of a file': '/v1/files/library3/comments',
  'reactions to a comment': '/v1/files/library3/comments/library3-0/reactions',
  'versions of a file': '/v1/files/library0/versions',
  'projects of a team': '/v1/teams/100/projects',
  'files of a project': '/v1/projects/1000/files',
  'folders of a team': '/v2/teams/100/folders',
  'files of a folder': '/v2/folders/1000/files',
  'dev resources of a file': '/v1/files/library0/dev_resources',
  'webhooks of a team': '/v2/webhooks?context=team&context_id=100',
  'components of a team': '/v1/teams/100/components',
  'component sets of a team': '/v1/teams/100/component_sets',
  'styles of a team': '/v1/teams/100/styles',
  'components of a library': '/v1/files/library0/components',
  'one component': `/v1/components/${componentKey('library0', 7)}`,
  'uses of a library': '/v1/analytics/libraries/library0/component/usages?group_by=component',
};

/** How lists take longer as the workspace grows a hundredfold. */
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
    ours,
    theirs,
    ratio: ours / theirs,
    unit: 'ms',
    limit: { atMost: mostGrowth },
  };
}

export async function openWorkspace(
  folder: string,
  size: WorkspaceSize,
  settings: Readonly<Record<string, string>>,
  program?: string,
): Promise<Vitrine> {
  const vitrine = await startVitrine(folder, listsPlaces(size), settings, program);
  for (const part of listsFiles(size)) await applyPart(vitrine, part);
  for (const name of libraryKeys(size)) {
    await putContent(vitrine, name, libraryDocument(name, componentsInLibrary));
    await askWell(vitrine.client, `/workspace/v1/files/${name}/publish`, { method: 'POST' });
  }
  return vitrine;
}

const applyPart = ({ client }: Vitrine, part: object) =>
  askWell(client, '/workspace/v1/apply', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(part)),
  });

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
