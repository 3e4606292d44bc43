import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateDocument } from './big-document.ts';
import { interleaved, median } from './medians.ts';
import { cpuSecondsOfAll, memoryOfAll, untilIdle } from './processes.ts';
import { fileAnswer } from './render/node-json.ts';
import { iconIds, imagesPath, putPictures, screenId } from './render/render-server.ts';
import { pageSize, tiledPage } from './render/tiled-page.ts';
import { type Ask, askWell } from './timed-client.ts';
import { putContent, startVitrine, type Vitrine } from './vitrine.ts';

const file = '/v1/files/file';
const design = generateDocument({ nodes: 4000, approximateBytes: 2_700_000 });
const posted = (body: object): Ask => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

let imports = 0;
/** Each time another name in it, since bytes that are known are not compiled again. */
const pushed = (): Ask => {
  const body = Buffer.from(design);
  imports += 1;
  body.write(String(imports).padStart(8, '0'), body.lastIndexOf('"name":"Big file"') + '"name":"'.length);
  return {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
    body,
  };
};
const iconsAsked = 50;
const tilePx = 512;

interface Work {
  readonly path: string | ((server: Server) => string);
  /** How often it is asked in one round. */
  readonly calls: number;
  readonly ask?: () => Ask;
  /** What it has the server do afterwards counts too. */
  readonly settles?: boolean;
}

/** What is asked. */
const work: Readonly<Record<string, Work>> = {
  'current user': { path: '/v1/me', calls: 1500 },
  'one frame': { path: `${file}/nodes?ids=1:2,1:3`, calls: 1000 },
  'upper levels': { path: `${file}?depth=2`, calls: 400 },
  'whole file': { path: file, calls: 150 },
  'whole file, gzip': { path: file, calls: 600, ask: () => ({ headers: { 'accept-encoding': 'gzip' } }) },
  'a list of versions': { path: `${file}/versions`, calls: 800 },
  'a list of files': { path: '/v1/projects/200/files', calls: 800 },
  'a list of comments': { path: '/v1/files/screen/comments', calls: 800 },
  'a version is named': {
    path: '/workspace/v1/files/file/versions',
    calls: 150,
    ask: () => posted({ label: 'Named' }),
  },
  'a comment is made': {
    path: `${file}/comments`,
    calls: 150,
    ask: () => posted({ message: 'A comment' }),
  },
  'a list of variables': { path: `${file}/variables/local`, calls: 800 },
  'an import of 2.7 MB': { path: '/workspace/v1/files/pushed/content', calls: 3, ask: pushed, settles: true },
  'a frame as PNG': {
    path: ({ next }) => imagesPath('screen', { ids: [screenId], format: 'png', scale: 1 + next() / 10_000 }),
    calls: 8,
  },
  [`${iconsAsked} icons as PNG`]: {
    path: ({ next }) =>
      imagesPath('icons', { ids: iconIds.slice(0, iconsAsked), format: 'png', scale: 1 + next() / 10_000 }),
    calls: 8,
  },
  'a tile': { path: ({ nextTile }) => nextTile(), calls: 110 },
};
const rounds = 7;
const largeDesign = generateDocument({ nodes: 28_000, approximateBytes: 19_000_000 });
/** Nothing is asked of the server for so long before its memory is looked at again. */
const restMs = 20_000;

/** What is compared, where not all: some of the names above, or `memory`. */
const [before, now, ...only] = process.argv.slice(2);
if (before === undefined || now === undefined)
  throw new Error('node bench/beside.ts BEFORE/bin/vitrine.mjs NOW/bin/vitrine.mjs [NAME …]');

/** Prints the processor time of answers by two programs, embedded and in turns, and their memory: medians, and their ratio. */
const folder = await mkdtemp(join(tmpdir(), 'vitrine-beside-'));
const servers = { before: await start('before', before), now: await start('now', now) };
try {
  for (const [name, asked] of Object.entries(work)) {
    if (!isWanted(name)) continue;
    const cost = (server: Server) => (): Promise<number> => costOf(server, asked);
    const contestants = { before: cost(servers.before), now: cost(servers.now) };
    await interleaved(1, contestants);
    const found = await interleaved(rounds, contestants);
    const [one, other] = [median(found.before), median(found.now)];
    tell(name, 'ms', one, other);
  }
  if (isWanted('start')) await compareStarts(before, now);
  await stopAll();
  if (isWanted('memory')) await compareMemory(before, now);
} finally {
  await stopAll();
  await rm(folder, { recursive: true });
}

function isWanted(name: string): boolean {
  return only.length === 0 || only.includes(name);
}

async function compareStarts(before: string, now: string): Promise<void> {
  const starts = await interleaved(rounds, {
    before: startAgain('before', before),
    now: startAgain('now', now),
  });
  tell('start on a folder that is there', 'ms', median(starts.before), median(starts.now));
}

async function stopAll(): Promise<void> {
  for (const server of Object.values(servers)) await server.stop();
}

/** Resident memory of the server and all that it started, right after work and once it had rest; one at a time. */
async function compareMemory(before: string, now: string): Promise<void> {
  const found = { before: [] as Memory[], now: [] as Memory[] };
  for (let round = 0; round < rounds; round += 1) {
    const turns = [
      ['before', before],
      ['now', now],
    ] as const;
    for (const [name, program] of round % 2 === 0 ? turns : turns.toReversed())
      found[name].push(await memoryAfterWork(join(folder, `${name}-memory-${round}`), program));
  }
  const medianOf = (name: 'before' | 'now', when: keyof Memory) =>
    median(found[name].map((each) => each[when]));
  tell(
    'memory after importing and serving 19 MB',
    'MB',
    medianOf('before', 'afterMb'),
    medianOf('now', 'afterMb'),
  );
  tell(`the same ${restMs / 1000} s later`, 'MB', medianOf('before', 'restMb'), medianOf('now', 'restMb'));
}

interface Memory {
  readonly afterMb: number;
  readonly restMb: number;
}

async function memoryAfterWork(place: string, program: string): Promise<Memory> {
  const server = await startVitrine(place, ['file'], {}, program);
  await putContent(server, 'file', largeDesign);
  for (let call = 0; call < 10; call += 1) {
    await askWell(server.client, file);
    await askWell(server.client, file, { headers: { 'accept-encoding': 'gzip' } });
    await askWell(server.client, `${file}?depth=2`);
    for (let frame = 0; frame < 20; frame += 1)
      await askWell(server.client, `${file}/nodes?ids=13:${frame * 20}`);
  }
  const afterMb = memoryOfAll(server.pid) / 1e6;
  await sleep(restMs);
  const restMb = memoryOfAll(server.pid) / 1e6;
  await server.stop();
  await rm(place, { recursive: true });
  console.error(place.split('/').at(-1), afterMb.toFixed(0), restMb.toFixed(0));
  return { afterMb, restMb };
}

/** A server with what is asked for; scales and tiles that nothing was drawn at before. */
interface Server extends Vitrine {
  next(): number;
  nextTile(): string;
}

async function start(name: string, program: string): Promise<Server> {
  const keys = ['file', 'pushed', 'icons', 'screen', 'page'];
  const workspace = {
    organizations: [{ id: '900', name: 'Bench', plan: 'enterprise' }],
    teams: [{ id: '100', name: 'Bench', organization: '900', members: [] }],
    projects: [{ id: '200', name: 'Bench', team: '100', access: 'team', members: [] }],
    files: keys.map((key) => ({ key, name: key, project: '200', editor_type: 'figma', link_access: 'view' })),
  };
  const server = await startVitrine(join(folder, name), workspace, {}, program);
  await putContent(server, 'file', design);
  await putContent(server, 'page', fileAnswer('Page', tiledPage()));
  await putPictures(server);
  for (let number = 0; number < 40; number += 1)
    await askWell(server.client, '/v1/files/screen/comments', posted({ message: `Comment ${number}` }));
  const { tiles } = JSON.parse((await askWell(server.client, '/viewer/v1/files/page')).bytes.toString());
  const tilePaths = tilesOf(tiles).values();
  let used = 0;
  return {
    ...server,
    next: () => {
      used += 1;
      return used;
    },
    nextTile: () => {
      const { value } = tilePaths.next();
      if (value === undefined) throw new Error('There are no more tiles.');
      return value;
    },
  };
}

/** Tiles of all of the page, at zooms at which it has many. */
function tilesOf(address: string): string[] {
  return [1, 2].flatMap((zoom) => {
    const count = (length: number) => Math.floor((length * 2 ** zoom) / tilePx);
    const [columns, rows] = [count(pageSize.width), count(pageSize.height)];
    return Array.from({ length: columns * rows }, (_, place) =>
      address
        .replace('{page}', '0%3A1')
        .replace('{zoom}', `${zoom}`)
        .replace('{column}', `${place % columns}`)
        .replace('{row}', `${Math.floor(place / columns)}`),
    );
  });
}

/** Processor time from the start of the process to its first answer. */
function startAgain(name: string, program: string): () => Promise<number> {
  return async () => {
    const server = await startVitrine(join(folder, `${name}-again`), undefined, {}, program);
    const spentMs = 1000 * cpuSecondsOfAll(server.pid);
    await server.stop();
    return spentMs;
  };
}

function tell(name: string, unit: string, one: number, other: number): void {
  const [before, now] = [one, other].map((value) => `${value.toPrecision(3)} ${unit}`);
  process.stdout.write(`${name}: ${before}, ${now}, ${(other / one).toFixed(2)} x\n`);
}

/** Milliseconds of a processor for one answer. */
async function costOf(server: Server, { path, calls, ask, settles = false }: Work): Promise<number> {
  const { client, pid } = server;
  const startedMs = 1000 * cpuSecondsOfAll(pid);
  for (let call = 0; call < calls; call += 1)
    await askWell(client, typeof path === 'string' ? path : path(server), ask?.());
  if (settles) await untilIdle(pid);
  return (1000 * cpuSecondsOfAll(pid) - startedMs) / calls;
}
