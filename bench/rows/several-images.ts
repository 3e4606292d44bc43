import { join } from 'node:path';
import { interleaved, median, medianRatio } from '../medians.ts';
import { cpuSecondsEver, cpuSecondsOf, untilIdle } from '../processes.ts';
import { downloadAll } from '../render/download-all.ts';
import { drawnBy, scales } from '../render/drawn-images.ts';
import { fileAnswer } from '../render/node-json.ts';
import { addressesIn, iconAsks, iconIds, imagesPath } from '../render/render-server.ts';
import { iconNodes } from '../render/screen.ts';
import { rowWithin } from '../results.ts';
import { mostOfImage, openPlace } from '../several-place.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';

const file = 'icons';
const work = '1,000 icons as PNG, asked for and downloaded from two warm servers by turns';
/** How often a round gets all icons anew: what a server does after its answer falls into the next round otherwise. */
const passes = 5;
/** Of each side. After fewer rounds what runs is still being compiled, in two servers for longer than in one. */
const warmUps = 3;
const roundsOfEach = 3;
const imagesInRound = passes * iconIds.length;

/** What an image costs two servers beside one, and how often one of them draws what the other has drawn. */
export async function measureSeveralImages(stage: Stage): Promise<Measured> {
  stage.say('Images by two servers on PostgreSQL and a bucket');
  const place = await openPlace(stage, 'double');
  if (place === undefined)
    return { rows: [], facts: [], leftOut: ['No PostgreSQL for this platform: no images by several.'] };
  const servers: Vitrine[] = [];
  try {
    for (const name of ['images-one', 'images-two']) {
      const isFirst = servers.length === 0;
      servers.push(
        await startVitrine(join(stage.folder, name), isFirst ? [file] : undefined, place.settings),
      );
    }
    const [one, two] = servers as [Vitrine, Vitrine];
    await putContent(one, file, fileAnswer('Icons', iconNodes(iconIds.length)));
    await untilIdle(one.pid);
    return await imageRows(stage, one, two);
  } finally {
    for (const server of servers) await server.stop();
    await place.close();
  }
}

async function imageRows(stage: Stage, one: Vitrine, two: Vitrine): Promise<Measured> {
  const sides = sidesOf([one, two]);
  stage.say('Images by two servers: warming up');
  await interleaved(warmUps, sides);
  stage.say('Images by two servers: measuring');
  const costs = await interleaved(roundsOfEach * stage.rounds, sides);
  const twice = Math.max(...costs.byTurns.map(({ drawn }) => drawn / imagesInRound - 1));
  return {
    rows: [
      {
        work: `${work}, processor time of an image`,
        reference: 'from one of them alone',
        ours: of(costs.byTurns, 'cpuMs'),
        theirs: of(costs.alone, 'cpuMs'),
        ratio: medianRatio(costs.byTurns.map(cpuMsOf), costs.alone.map(cpuMsOf)),
        unit: 'ms',
        limit: { atMost: mostOfImage },
      },
      rowWithin(`${work}, drawn twice`, 100 * twice, 2, '%'),
    ],
    facts: [
      { name: 'An image of two servers by turns', value: partsOf(costs.byTurns) },
      { name: 'An image of one of them alone', value: partsOf(costs.alone) },
    ],
  };
}

const of = (all: readonly Cost[], part: keyof Cost): number => median(all.map((each) => each[part]));

const partsOf = (all: readonly Cost[]): string =>
  `${of(all, 'serversMs').toFixed(3)} ms servers, ${of(all, 'drawingMs').toFixed(3)} ms rendering processes`;

const cpuMsOf = ({ cpuMs }: Cost): number => cpuMs;

type Sides = Readonly<Record<'byTurns' | 'alone', () => Promise<Cost>>>;

/** Each of the servers is the one alone as often as the other, so that all are equally warm. */
function sidesOf(servers: readonly [Vitrine, Vitrine]): Sides {
  const nextScale = scales(1 / 1000);
  const at = (turn: number): Vitrine => servers[turn % 2] as Vitrine;
  let round = 0;
  return {
    byTurns: () => {
      const first = round;
      const turns = {
        asked: (turn: number) => at(first + turn),
        downloadedFrom: (turn: number) => at(first + turn + 1),
      };
      return costOf(servers, nextScale, turns);
    },
    alone: () => {
      const server = at(round++);
      return costOf(servers, nextScale, { asked: () => server, downloadedFrom: () => server });
    },
  };
}

/** Of one image, but for how many were drawn. */
interface Cost {
  readonly cpuMs: number;
  /** What the servers themselves have of it, and their rendering processes. */
  readonly serversMs: number;
  readonly drawingMs: number;
  readonly drawn: number;
}

/** Which server each part of the images is asked of, and downloaded from. */
interface Turns {
  readonly asked: (turn: number) => Vitrine;
  readonly downloadedFrom: (turn: number) => Vitrine;
}

/** All servers count, since one that is not asked lives beside. */
async function costOf(all: readonly Vitrine[], nextScale: () => number, turns: Turns): Promise<Cost> {
  const spent = (cpuSeconds: (pid: number) => number | undefined) =>
    all.reduce((sum, { pid }) => sum + (cpuSeconds(pid) ?? 0), 0);
  const drawnBefore = await drawnBy(all);
  const [before, serversBefore] = [spent(cpuSecondsEver), spent(cpuSecondsOf)];
  for (let pass = 0; pass < passes; pass += 1) await getImages(nextScale(), turns);
  const ofImage = (seconds: number) => (1000 * seconds) / imagesInRound;
  const cpuMs = ofImage(spent(cpuSecondsEver) - before);
  const serversMs = ofImage(spent(cpuSecondsOf) - serversBefore);
  return { cpuMs, serversMs, drawingMs: cpuMs - serversMs, drawn: (await drawnBy(all)) - drawnBefore };
}

async function getImages(scale: number, { asked, downloadedFrom }: Turns): Promise<void> {
  for (const [turn, ids] of iconAsks.entries()) {
    const answered = await askWell(asked(turn).client, imagesPath(file, { ids, format: 'png', scale }));
    const { url, ca } = downloadedFrom(turn);
    await downloadAll(url, ca, addressesIn(answered));
  }
}
