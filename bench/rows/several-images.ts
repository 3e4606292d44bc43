import { join } from 'node:path';
import { interleaved, median } from '../medians.ts';
import { cpuSecondsOfAll } from '../processes.ts';
import { downloadAll } from '../render/download-all.ts';
import { fileAnswer } from '../render/node-json.ts';
import { addressesIn, iconIds, imagesPath } from '../render/render-server.ts';
import { iconNodes } from '../render/screen.ts';
import type { Row } from '../results.ts';
import { openPlace } from '../several-place.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';

const file = 'icons';
const idsOfAsk = 50;
const work = '1,000 icons as PNG, asked for and downloaded from two servers by turns';

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
    return { rows: await imageRows(stage, one, two), facts: [] };
  } finally {
    for (const server of servers) await server.stop();
    await place.close();
  }
}

async function imageRows(stage: Stage, one: Vitrine, two: Vitrine): Promise<Row[]> {
  const nextScale = scales();
  await imagesFrom([one, two], nextScale());
  await imagesFrom([one, two], nextScale());
  const cost = (servers: readonly Vitrine[]) => () => costOf([one, two], servers, nextScale());
  const costs = await interleaved(stage.rounds, { one: cost([one]), two: cost([one, two]) });
  const of = (all: readonly Cost[]) => median(all.map(({ cpuMs }) => cpuMs));
  const [ours, theirs] = [of(costs.two), of(costs.one)];
  const twice = Math.max(...costs.two.map(({ drawn }) => drawn / iconIds.length - 1));
  return [
    {
      ...{ work: `${work}, processor time of an image`, reference: 'from one of them alone' },
      ...{ ours, theirs, ratio: ours / theirs, unit: 'ms', limit: { atMost: 1.1 } },
    },
    {
      ...{ work: `${work}, drawn twice`, reference: '–', ours: 100 * twice, theirs: 2, ratio: 100 * twice },
      ...{ unit: '%', absolute: true, limit: { atMost: 2 } },
    },
  ];
}

/** Scales at which nothing was drawn before, all of about the same size. */
function scales(): () => number {
  let used = 0;
  return () => {
    used += 1;
    return 1 + used / 1000;
  };
}

interface Cost {
  readonly cpuMs: number;
  readonly drawn: number;
}

/** All servers count, since one that is not asked lives beside. */
async function costOf(all: readonly Vitrine[], asked: readonly Vitrine[], scale: number): Promise<Cost> {
  const spent = () => all.reduce((sum, { pid }) => sum + cpuSecondsOfAll(pid), 0);
  const [drawnBefore, spentBefore] = [await drawnBy(all), spent()];
  await imagesFrom(asked, scale);
  const cpuMs = (1000 * (spent() - spentBefore)) / iconIds.length;
  return { cpuMs, drawn: (await drawnBy(all)) - drawnBefore };
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
