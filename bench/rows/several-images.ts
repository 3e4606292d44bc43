import { join } from 'node:path';
import { interleaved, median } from '../medians.ts';
import { cpuSecondsOf, cpuSecondsOfAll, untilIdle } from '../processes.ts';
import { downloadAll } from '../render/download-all.ts';
import { fileAnswer } from '../render/node-json.ts';
import { addressesIn, iconIds, imagesPath } from '../render/render-server.ts';
import { iconNodes } from '../render/screen.ts';
import { rowWithin } from '../results.ts';
import { openPlace } from '../several-place.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';

const file = 'icons';
const idsOfAsk = 50;
const work = '1,000 icons as PNG, asked for and downloaded from two warm servers by turns';
/** Two rounds that differ by less say that what runs is compiled; a machine that is busy otherwise never says so. */
const steadyWithin = 0.05;
const mostWarmUps = 8;

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
  const nextScale = scales();
  const cost = (servers: readonly Vitrine[]) => () => costOf([one, two], servers, nextScale());
  const sides = { one: cost([one]), two: cost([one, two]) };
  const first = await warmUp(stage, sides);
  const costs = await interleaved(2 * stage.rounds, sides);
  const of = (all: readonly Cost[], part: keyof Cost) => median(all.map((each) => each[part]));
  const [ours, theirs] = [of(costs.two, 'cpuMs'), of(costs.one, 'cpuMs')];
  const twice = Math.max(...costs.two.map(({ drawn }) => drawn / iconIds.length - 1));
  const partsOf = (all: readonly Cost[]) =>
    `${of(all, 'serversMs').toFixed(3)} ms servers, ${of(all, 'drawingMs').toFixed(3)} ms rendering processes`;
  return {
    rows: [
      {
        work: `${work}, processor time of an image`,
        reference: 'from one of them alone',
        ours,
        theirs,
        ratio: ours / theirs,
        unit: 'ms',
        limit: { atMost: 1.1 },
      },
      rowWithin(`${work}, drawn twice`, 100 * twice, 2, '%'),
    ],
    facts: [
      { name: 'An image of two servers', value: partsOf(costs.two) },
      { name: 'An image of one of them alone', value: partsOf(costs.one) },
      {
        name: 'The first 1,000 icons of new servers, an image',
        value: `one ${first.one.toFixed(2)} ms, two ${first.two.toFixed(2)} ms`,
      },
    ],
  };
}

type Sides = Readonly<Record<'one' | 'two', () => Promise<Cost>>>;

/**
 * Goes on until a further round takes what the one before took, on both sides: two servers have twice as many
 * processes that compile the same code, which is a cost of processes and not of images. Answers what the first took.
 */
async function warmUp({ say }: Stage, sides: Sides): Promise<Record<'one' | 'two', number>> {
  const round = async () => ({ two: (await sides.two()).cpuMs, one: (await sides.one()).cpuMs });
  const first = await round();
  for (let [count, before] = [1, first]; count < mostWarmUps; count += 1) {
    say(
      `Images by two servers: warming up, ${before.one.toFixed(2)} and ${before.two.toFixed(2)} ms an image`,
    );
    const now = await round();
    if (isSteady(before.one, now.one) && isSteady(before.two, now.two)) break;
    before = now;
  }
  return first;
}

/** What still falls is not steady; what rises is disturbed by others, and not by compiling. */
const isSteady = (before: number, now: number): boolean => now > before * (1 - steadyWithin);

/** Scales at which nothing was drawn before, all of about the same size. */
function scales(): () => number {
  let used = 0;
  return () => {
    used += 1;
    return 1 + used / 1000;
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

/** All servers count, since one that is not asked lives beside. */
async function costOf(all: readonly Vitrine[], asked: readonly Vitrine[], scale: number): Promise<Cost> {
  const spent = (cpuSeconds: (pid: number) => number | undefined) =>
    all.reduce((sum, { pid }) => sum + (cpuSeconds(pid) ?? 0), 0);
  const drawnBefore = await drawnBy(all);
  const [before, serversBefore] = [spent(cpuSecondsOfAll), spent(cpuSecondsOf)];
  await imagesFrom(asked, scale);
  const ofImage = (seconds: number) => (1000 * seconds) / iconIds.length;
  const cpuMs = ofImage(spent(cpuSecondsOfAll) - before);
  const serversMs = ofImage(spent(cpuSecondsOf) - serversBefore);
  return { cpuMs, serversMs, drawingMs: cpuMs - serversMs, drawn: (await drawnBy(all)) - drawnBefore };
}

/** Each part is asked of the next server, and downloaded from the one after it. */
async function imagesFrom(servers: readonly Vitrine[], scale: number): Promise<void> {
  const at = (turn: number) => servers[turn % servers.length] as Vitrine;
  for (let from = 0, turn = 0; from < iconIds.length; from += idsOfAsk, turn += 1) {
    const ids = iconIds.slice(from, from + idsOfAsk);
    const answered = await askWell(at(turn).client, imagesPath(file, { ids, format: 'png', scale }));
    const { url, ca } = at(turn + 1);
    await downloadAll(url, ca, addressesIn(answered));
  }
}

async function drawnBy(servers: readonly Vitrine[]): Promise<number> {
  let drawn = 0;
  for (const { client } of servers) {
    const { bytes } = await askWell(client, '/metrics');
    drawn += Number(/^vitrine_images_total\{how="drawn"\} (\d+)$/m.exec(bytes.toString())?.[1] ?? 0);
  }
  return drawn;
}
