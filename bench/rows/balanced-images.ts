import { join } from 'node:path';
import { type Balancer, openOwnBalancer } from '../../conformance/several/own-balancer.ts';
import { interleaved, median, medianRatio } from '../medians.ts';
import { cpuSecondsEver, untilIdle } from '../processes.ts';
import { downloadAll } from '../render/download-all.ts';
import { drawnBy, scales } from '../render/drawn-images.ts';
import { addressesIn, iconAsks, imagesPath, putPictures, screenId } from '../render/render-server.ts';
import { type Row, rowWithin } from '../results.ts';
import { mostOfImage, openPlace } from '../several-place.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell, openClient } from '../timed-client.ts';
import { startVitrine, type Vitrine } from '../vitrine.ts';

interface Work {
  readonly what: string;
  readonly key: string;
  /** What each ask is for; each goes by a connection of its own, and the downloads by the next one. */
  readonly asks: readonly (readonly string[])[];
  /** Rounds by both servers until what runs is compiled: a process still draws faster after forty frames. */
  readonly warmUps: number;
  /** Of rounds that are compared, for each round of the stage. */
  readonly pairs: number;
}

/** How often a round gets all icons anew: what a server does after its answer falls into the next round otherwise. */
const passes = 5;
/** The engine looks through the heap with every tenth of them, which takes as long as drawing one. */
const framesInRound = 24;
const works: readonly Work[] = [
  {
    what: '1,000 icons',
    key: 'icons',
    asks: Array.from({ length: passes }, () => iconAsks).flat(),
    warmUps: 3,
    pairs: 3,
  },
  {
    what: 'Frames of 1440 × 1024 px',
    key: 'screen',
    asks: Array.from({ length: framesInRound }, () => [screenId]),
    warmUps: 8,
    pairs: 2,
  },
];

/** Two servers that draw, each connection to the next of them by way of a balancer, beside one of them alone. */
export async function measureBalancedImages(stage: Stage): Promise<Measured> {
  stage.say('Images by two servers behind a balancer');
  const place = await openPlace(stage, 'double');
  if (place === undefined)
    return {
      rows: [],
      facts: [],
      leftOut: ['No PostgreSQL for this platform: no images behind a balancer.'],
    };
  const servers: Vitrine[] = [];
  const balancer = await openOwnBalancer();
  try {
    for (const name of ['balanced-one', 'balanced-two']) {
      const workspace = servers.length === 0 ? ['icons', 'screen'] : undefined;
      servers.push(await startVitrine(join(stage.folder, name), workspace, place.settings));
    }
    const [one] = servers as [Vitrine];
    await putPictures(one);
    await untilIdle(one.pid);
    const rows: Row[] = [];
    for (const work of works) rows.push(...(await rowsOf(stage, balancer, servers, work)));
    return { rows, facts: [] };
  } finally {
    await balancer.close();
    for (const server of servers) await server.stop();
    await place.close();
  }
}

async function rowsOf(
  stage: Stage,
  balancer: Balancer,
  servers: readonly Vitrine[],
  work: Work,
): Promise<Row[]> {
  const nextScale = scales(1 / 10_000);
  const through = async (asked: readonly Vitrine[]) => {
    for (const server of servers) await balancer.remove(portOf(server));
    for (const server of asked) await balancer.add(portOf(server));
    return costOf(balancer, servers, work, nextScale);
  };
  const [nextAlone, nextOrder] = [taking(servers), taking([servers, servers.toReversed()])];
  // By turns each is the one alone, and the one that draws while the other sends, so that both are equally warm.
  const sides = { one: () => through([nextAlone()]), two: () => through(nextOrder()) };
  stage.say(`${work.what} behind a balancer: warming up`);
  for (let round = 0; round < work.warmUps; round += 1) await sides.two();
  const costs = await interleaved(work.pairs * stage.rounds, sides);
  const [ours, theirs] = [costs.two.map(cpuMsOf), costs.one.map(cpuMsOf)];
  const twice = Math.max(...costs.two.map(({ drawn, images }) => drawn / images - 1));
  const title = `${work.what} as PNG, asked for and downloaded from two warm servers behind a balancer`;
  return [
    {
      work: `${title}, processor time of an image`,
      reference: 'from one of them alone',
      ours: median(ours),
      theirs: median(theirs),
      ratio: medianRatio(ours, theirs),
      unit: 'ms',
      limit: { atMost: mostOfImage },
    },
    rowWithin(`${title}, drawn twice`, 100 * twice, 2, '%'),
  ];
}

function taking<T>(all: readonly T[]): () => T {
  let turn = 0;
  return () => all[turn++ % all.length] as T;
}

const cpuMsOf = ({ cpuMs }: Cost): number => cpuMs;
const portOf = ({ url }: Vitrine): number => Number(new URL(url).port);

interface Cost {
  /** Of one image; all servers count, since one that is not asked lives beside, and processes that have ended. */
  readonly cpuMs: number;
  readonly drawn: number;
  readonly images: number;
}

async function costOf(
  { port }: Balancer,
  all: readonly Vitrine[],
  { key, asks }: Work,
  nextScale: () => number,
): Promise<Cost> {
  const spent = () => all.reduce((sum, { pid }) => sum + cpuSecondsEver(pid), 0);
  const url = `https://127.0.0.1:${port}`;
  const ca = Buffer.concat(all.map((server) => server.ca));
  const [before, drawnBefore] = [spent(), await drawnBy(all)];
  for (const ids of asks) {
    const client = openClient(url, ca, all[0]?.headers ?? {});
    const answered = await askWell(client, imagesPath(key, { ids, format: 'png', scale: nextScale() }));
    client.close();
    await downloadAll(url, ca, addressesIn(answered));
  }
  const images = asks.flat().length;
  return {
    cpuMs: (1000 * (spent() - before)) / images,
    drawn: (await drawnBy(all)) - drawnBefore,
    images,
  };
}
