import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { installedProgram } from '../installed.ts';
import { median, quantile } from '../medians.ts';
import { cpuSecondsOfAll, untilIdle } from '../processes.ts';
import { fileAnswer } from '../render/node-json.ts';
import { screenImages } from '../render/screen.ts';
import { textsInTile, textsPage, textTiles } from '../render/texts-page.ts';
import { pageSize, tiledPage } from '../render/tiled-page.ts';
import { type Fact, type Row, rounded } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell, type Client, openClient } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';

const tilePx = 512;
const view = { width: 1280, height: 800 };
/** As many as a browser opens over HTTP/1.1. */
const connections = 6;
const mostFirstMs = 1000;
/** A tile has a call, an encoding and a bleed of its own. */
const mostBesideWhole = 1.5;
const mostRounds = 5;
/** The zooms of all other tiles that are drawn warm. */
const zooms = [-1, -2, 1] as const;

interface Facts {
  readonly tiles: string;
}

/** A zoom at which four tiles are full of texts, and the one before, at which two hold all of them. */
const textsZoom = -3;
const mostTextsMs = 150;

/** Addresses of the tiles of a part of the page that begins at its corner; all of it where none is given. */
function tilesOf({ tiles }: Facts, zoom: number, size = { ...pageSize, scale: 2 ** zoom }): string[] {
  const count = (length: number) => Math.ceil((length * size.scale) / tilePx);
  const [columns, rows] = [count(size.width), count(size.height)];
  return Array.from({ length: columns * rows }, (_, place) =>
    tiles
      .replace('{page}', '0%3A1')
      .replace('{zoom}', `${zoom}`)
      .replace('{column}', `${place % columns}`)
      .replace('{row}', `${Math.floor(place / columns)}`),
  );
}

/** Asks for all, over so many connections at once, and answers how long each took. */
async function askAll(clients: readonly Client[], paths: readonly string[]): Promise<number[]> {
  const waiting = [...paths];
  const times: number[] = [];
  await Promise.all(
    clients.map(async (client) => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
        times.push((await askWell(client, path)).milliseconds);
    }),
  );
  return times;
}

const factsOf = async (client: Client, file = 'page'): Promise<Facts> =>
  JSON.parse((await askWell(client, `/viewer/v1/files/${file}`)).bytes.toString()) as Facts;

/**
 * Tiles of a page of 3,327 nodes by the program as it is installed: a screen of them on a server that has drawn
 * nothing yet, and one by one. Then tiles full of texts.
 */
export async function measureTiles(stage: Stage): Promise<Measured> {
  const { folder, rounds, say } = stage;
  const place = { folder: join(folder, 'tiles'), program: await installedProgram(stage) };
  await (await fill(place)).stop();
  const first: Record<'page' | 'part', number[]> = { page: [], part: [] };
  for (let round = 0; round < Math.min(rounds, mostRounds); round += 1) {
    say(`The first screen of tiles, round ${round + 1}`);
    first.page.push(await onFresh(place, firstScreen(-3)));
    first.part.push(await onFresh(place, firstScreen(0)));
  }
  const warm: Warm[] = [];
  for (let round = 0; round < Math.min(rounds, mostRounds); round += 1) {
    say(`Tiles one by one, round ${round + 1}`);
    // What was drawn once is known in the folder.
    const own = { ...place, folder: `${place.folder}-${round}` };
    await (await fill(own)).stop();
    warm.push(await onFresh(own, measureWarm));
  }
  say('Tiles and the whole by programs that have run alike');
  const alike = [await onFresh(place, measureBothWarm), await onFresh(place, measureWholeFirst)];
  say('Tiles full of texts');
  const texts = await onFresh(place, measureTexts);
  return {
    rows: [...firstRows(first), warmRow(warm), ...texts.rows],
    facts: [...warmFacts(warm), ...alike, ...texts.facts],
  };
}

interface Place {
  readonly folder: string;
  readonly program: string;
}

/** A data folder with the pages, open to anyone. */
async function fill({ folder, program }: Place): Promise<Vitrine> {
  const workspace = {
    organizations: [{ id: '900', name: 'Bench', plan: 'enterprise' }],
    teams: [{ id: '100', name: 'Bench', organization: '900', members: [] }],
    projects: [{ id: '200', name: 'Bench', team: '100', access: 'team', members: [] }],
    files: ['page', 'texts'].map((key) => ({
      key,
      name: key,
      project: '200',
      editor_type: 'figma',
      link_access: 'view',
    })),
  };
  const vitrine = await startVitrine(folder, workspace, {}, program);
  await putContent(vitrine, 'texts', fileAnswer('Texts', textsPage()));
  await putContent(vitrine, 'page', fileAnswer('Page', tiledPage()));
  for (const [imageRef, bytes] of await screenImages())
    await askWell(vitrine.client, `/workspace/v1/files/page/image-fills/${imageRef}`, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg', 'content-length': String(bytes.length) },
      body: bytes,
    });
  await untilIdle(vitrine.pid);
  return vitrine;
}

/** Work on a server that was just started and has no tile on its disk. */
async function onFresh<T>(
  { folder, program }: Place,
  work: (clients: readonly Client[], pid: number) => Promise<T>,
): Promise<T> {
  await rm(join(folder, 'data', 'cache', 'renders'), { recursive: true, force: true });
  const { url, ca, headers, pid, stop } = await startVitrine(folder, undefined, {}, program);
  const clients = Array.from({ length: connections }, () => openClient(url, ca, headers));
  try {
    // Connections are there before anything is measured.
    for (const client of clients) await askWell(client, '/healthz');
    return await work(clients, pid);
  } finally {
    for (const client of clients) client.close();
    await stop();
  }
}

/** From the question for the facts to the last tile. */
const firstScreen = (zoom: number) => async (clients: readonly Client[]) => {
  const startedAt = performance.now();
  const facts = await factsOf(clients[0] as Client);
  await askAll(clients, tilesOf(facts, zoom, { ...view, scale: 1 }));
  return performance.now() - startedAt;
};

function firstRows(first: Readonly<Record<'page' | 'part', readonly number[]>>): Row[] {
  const row = (what: string, times: readonly number[]): Row => {
    const ours = median([...times]);
    return {
      work: `First screen of 1280 × 800 px in tiles after the start, ${what} of a page of 3,327 nodes`,
      reference: '–',
      ours,
      theirs: 0,
      ratio: ours,
      unit: 'ms',
      limit: { atMost: mostFirstMs },
      absolute: true,
    };
  };
  return [row('all', first.page), row('a corner at 100 %', first.part)];
}

/** What one start gave: a tile, and the whole page for each of its tiles. */
interface Warm {
  readonly tiles: number;
  readonly cpuMs: { readonly tile: number; readonly whole: number; readonly unlike: number };
  readonly clockMs: { readonly tile: number; readonly whole: number };
  readonly others: readonly number[];
  readonly kept: number;
}

/** Tiles that were never asked for, one after the other, when their part of the page was seen before. */
async function measureWarm([client]: readonly Client[], pid: number): Promise<Warm> {
  if (client === undefined) throw new Error('There is no connection.');
  const facts = await factsOf(client);
  // Once round the page, at a zoom of its own.
  await askAll([client], [...tilesOf(facts, -3), ...tilesOf(facts, -3)]);
  const atFull = tilesOf(facts, 0);
  const fresh = await withCpu(pid, () => askAll([client], atFull));
  const others: number[][] = [];
  for (const zoom of zooms) others.push(await askAll([client], tilesOf(facts, zoom)));
  const kept = await askAll([client], atFull);
  const whole = await withCpu(pid, () => askWell(client, '/v1/images/page?ids=0:1&scale=1'));
  // Screens of the page are copies, which deflate finds in one row of the whole, and never in a tile.
  const unlike = await withCpu(pid, () => askWell(client, '/v1/images/page?ids=0:1&scale=1.0001'));
  const each = (ms: number) => ms / atFull.length;
  return {
    tiles: atFull.length,
    cpuMs: { tile: each(fresh.cpuMs), whole: each(whole.cpuMs), unlike: each(unlike.cpuMs) },
    clockMs: { tile: median(fresh.answer), whole: each(whole.answer.milliseconds) },
    others: [...fresh.answer, ...others.flat()],
    kept: median(kept),
  };
}

/** Of several starts, since the whole is a single picture of each. */
const middle = (starts: readonly Warm[], value: (start: Warm) => number): number => median(starts.map(value));

function warmRow(starts: readonly Warm[]): Row {
  const [ours, theirs] = [
    middle(starts, ({ cpuMs }) => cpuMs.tile),
    middle(starts, ({ cpuMs }) => cpuMs.whole),
  ];
  return {
    work: 'A tile at 100 % that nobody saw before, its screen known, processor time',
    reference: `the whole page at 100 % as one PNG, for each of its ${starts[0]?.tiles} tiles`,
    ours,
    theirs,
    ratio: ours / theirs,
    unit: 'ms',
    limit: { atMost: mostBesideWhole },
  };
}

function warmFacts(starts: readonly Warm[]): Fact[] {
  const beside = (tile: number, whole: number) =>
    `${rounded(tile)} ms beside ${rounded(whole)} ms, ${rounded(tile / whole)} ×`;
  const tile = middle(starts, ({ cpuMs }) => cpuMs.tile);
  const others = starts.flatMap((start) => start.others);
  return [
    {
      name: 'The same in each start',
      value: starts.map(({ cpuMs }) => beside(cpuMs.tile, cpuMs.whole)).join('; '),
    },
    {
      name: 'The same beside the whole at 100.01 %, where no screen repeats another to the px',
      value: beside(
        tile,
        middle(starts, ({ cpuMs }) => cpuMs.unlike),
      ),
    },
    {
      name: 'The same by the clock, at p50, which other work disturbs',
      value: beside(
        middle(starts, ({ clockMs }) => clockMs.tile),
        middle(starts, ({ clockMs }) => clockMs.whole),
      ),
    },
    {
      name: `${others.length / starts.length} tiles at 25 to 200 %, one after the other`,
      value: `p50 ${rounded(median(others))} ms, p99 ${rounded(quantile(others, 0.99))} ms`,
    },
    { name: 'A tile that is kept', value: `${rounded(middle(starts, ({ kept }) => kept))} ms` },
  ];
}

/** The whole page under another name, so that it is drawn though it was before; its px are the same. */
const wholeAgain = (option: string) => `/v1/images/page?ids=0:1&scale=1&${option}`;

/** A part of the page that nobody measures, so that the page is known. */
async function seenFromAfar(client: Client | undefined): Promise<{ client: Client; facts: Facts }> {
  if (client === undefined) throw new Error('There is no connection.');
  const facts = await factsOf(client);
  await askAll([client], [...tilesOf(facts, -3), ...tilesOf(facts, -3)]);
  return { client, facts };
}

/**
 * The tiles of the row are the first after a start, so that compiling the program is in them; the whole is drawn after
 * hundreds of others. Here both come after the tiles of other zooms.
 */
async function measureBothWarm([first]: readonly Client[], pid: number): Promise<Fact> {
  const { client, facts } = await seenFromAfar(first);
  for (const zoom of zooms) await askAll([client], tilesOf(facts, zoom));
  const paths = tilesOf(facts, 0);
  const tiles = (await withCpu(pid, () => askAll([client], paths))).cpuMs / paths.length;
  const whole = (await withCpu(pid, () => askWell(client, wholeAgain('contents_only=false')))).cpuMs;
  const each = whole / paths.length;
  return {
    name: 'The same where both are drawn by programs that are warm',
    value: `${rounded(tiles)} ms beside ${rounded(each)} ms, ${rounded(tiles / each)} ×`,
  };
}

/** The whole with what compiling the program takes, as the tiles of the row have it. */
async function measureWholeFirst([first]: readonly Client[], pid: number): Promise<Fact> {
  const { client, facts } = await seenFromAfar(first);
  const whole = await withCpu(pid, () => askWell(client, wholeAgain('use_absolute_bounds=true')));
  const each = whole.cpuMs / tilesOf(facts, 0).length;
  return { name: 'The whole drawn by a new program, for each of its tiles', value: `${rounded(each)} ms` };
}

/** Work with the processor time that the server and what draws for it take for it. */
async function withCpu<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ readonly answer: T; readonly cpuMs: number }> {
  const before = cpuSecondsOfAll(pid);
  const answer = await work();
  return { answer, cpuMs: 1000 * (cpuSecondsOfAll(pid) - before) };
}

/** Tiles that are full of texts and were never asked for, when the texts themselves were seen from further away. */
async function measureTexts([client]: readonly Client[]): Promise<Measured> {
  if (client === undefined) throw new Error('There is no connection.');
  const facts = await factsOf(client, 'texts');
  const row = (zoom: number, count: number) =>
    tilesOf(facts, zoom, { width: count * tilePx, height: tilePx, scale: 1 });
  const fresh = await askAll([client], row(textsZoom - 1, textTiles / 2));
  const times = await askAll([client], row(textsZoom, textTiles));
  const ours = median(times);
  return {
    rows: [
      {
        work: `A tile at 12.5 % with ${textsInTile} texts that nobody saw before, its page known, latency at p50`,
        reference: '–',
        ours,
        theirs: 0,
        ratio: ours,
        unit: 'ms',
        limit: { atMost: mostTextsMs },
        absolute: true,
      },
    ],
    facts: [
      {
        name: `A tile at 6.25 % with ${2 * textsInTile} texts on a page that nobody saw`,
        value: `${rounded(median(fresh))} ms`,
      },
    ],
  };
}
