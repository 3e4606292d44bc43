import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { frameCount, frameId, generateDocument } from '../big-document.ts';
import { median, quantile } from '../medians.ts';
import type { Row } from '../results.ts';
import { openPlace, type Place } from '../several-place.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell, type Client } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';

/** Bytes for each node, as in the documents of the other measurements. */
const bytesOfNode = 675;
const megabyte = 1_000_000;
/** Frames that are asked for in one start, far from one another. */
const framesAsked = 20;
/** A plain get is slower by so much in what a cold file may take. */
const shareOfSpeed = 0.7;

/** How long designs take of which a server has no copy: all of a file, and some nodes of a small and of a large one. */
export async function measureCold(stage: Stage): Promise<Measured> {
  stage.say('Files in a bucket: pushing them');
  const place = await openPlace(stage, 'real');
  if (place === undefined)
    return { rows: [], facts: [], leftOut: ['No PostgreSQL for this platform: no cold files.'] };
  const largeMegabytes = stage.calls < 3000 ? 60 : 300;
  const sizes = { small: 3, whole: 27, large: largeMegabytes } as const;
  try {
    const nodesOf = await push(stage, place, sizes);
    const times = await coldTimes(stage, place, nodesOf);
    const plain = await plainGetOf(place);
    return {
      rows: [
        wholeRow(times, plain),
        nodesRow('3 MB', times.small),
        nodesRow(`${largeMegabytes} MB`, times.large),
      ],
      facts: [
        { name: 'Store of cold files', value: place.store },
        { name: 'One plain get of 27 MB there', value: `${(plain.bytesPerMs / 1000).toFixed(0)} MB/s` },
      ],
    };
  } finally {
    await place.close();
  }
}

type Sizes = Readonly<Record<'small' | 'whole' | 'large', number>>;

const settingsOf = ({ settings }: Place) => ({
  ...{ ...settings, VITRINE_ROLES: 'web', VITRINE_IMPORT_MAX_BYTES: String(400 * megabyte) },
});

const folderOf = (stage: Stage): string => join(stage.folder, 'cold');

/** Answers how many nodes each file has. */
async function push(stage: Stage, place: Place, sizes: Sizes): Promise<Sizes> {
  const vitrine = await startVitrine(folderOf(stage), Object.keys(sizes), settingsOf(place));
  const nodesOf = { small: 0, whole: 0, large: 0 };
  try {
    for (const [key, megabytes] of Object.entries(sizes)) {
      const nodes = Math.round((megabytes * megabyte) / bytesOfNode);
      nodesOf[key as keyof Sizes] = nodes;
      const content = generateDocument({ nodes, approximateBytes: megabytes * megabyte });
      await putContent(vitrine, key, content);
    }
    return nodesOf;
  } finally {
    await vitrine.stop();
  }
}

interface Times {
  readonly whole: number[];
  /** Of the same answer once there is a copy. */
  readonly warm: number[];
  readonly small: number[];
  readonly large: number[];
}

/** Each round starts without a copy of anything. */
async function coldTimes(stage: Stage, place: Place, nodesOf: Sizes): Promise<Times> {
  const times: Times = { whole: [], warm: [], small: [], large: [] };
  for (let round = 0; round < stage.rounds; round += 1) {
    stage.say(`Files in a bucket: a server without copies, ${round + 1} of ${stage.rounds}`);
    await rm(join(folderOf(stage), 'data', 'cache'), { recursive: true, force: true });
    const vitrine = await startVitrine(folderOf(stage), undefined, settingsOf(place));
    try {
      await askAll(vitrine, times, nodesOf);
    } finally {
      await vitrine.stop();
    }
  }
  return times;
}

async function askAll({ client }: Vitrine, times: Times, nodesOf: Sizes): Promise<void> {
  const whole = async () => (await askWell(client, '/v1/files/whole')).milliseconds;
  times.small.push(...(await framesOf(client, 'small', nodesOf.small)));
  times.large.push(...(await framesOf(client, 'large', nodesOf.large)));
  times.whole.push(await whole());
  for (let again = 0; again < 3; again += 1) times.warm.push(await whole());
}

/** How long single frames take that lie far from one another, of which the first finds nothing. */
async function framesOf(client: Client, key: string, nodes: number): Promise<number[]> {
  const frames = frameCount(nodes);
  const times: number[] = [];
  for (let place = 0; place < framesAsked; place += 1) {
    const id = frameId(Math.floor((place * frames) / framesAsked));
    times.push((await askWell(client, `/v1/files/${key}/nodes?ids=${id}`)).milliseconds);
  }
  return times;
}

interface PlainGet {
  readonly sizeBytes: number;
  readonly bytesPerMs: number;
}

/** The very object of the file that is asked for whole. */
async function plainGetOf(place: Place): Promise<PlainGet> {
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `select object from blobs join versions on snapshot = blobs.id where file_key = 'whole'`,
  );
  await client.end();
  const times: number[] = [];
  let sizeBytes = 0;
  for (let time = 0; time < 5; time += 1) {
    const startedAt = performance.now();
    sizeBytes = (await place.get(rows[0].object)).length;
    times.push(performance.now() - startedAt);
  }
  return { sizeBytes, bytesPerMs: sizeBytes / median(times) };
}

/** What the answer takes longer than one for which there is a copy. */
function wholeRow({ whole, warm }: Times, { sizeBytes, bytesPerMs }: PlainGet): Row {
  const most = 30 + sizeBytes / (shareOfSpeed * bytesPerMs);
  const ours = quantile(whole, 0.99) - median(warm);
  return {
    work: 'Get file of 27 MB without a copy, what it takes longer than with one, at p99',
    reference: '30 ms and its size at 0.7 of the speed of one plain get',
    ...{ ours, theirs: most, ratio: ours / most, unit: 'ms', limit: { atMost: 1 } },
  };
}

function nodesRow(size: string, times: readonly number[]): Row {
  const ours = quantile(times, 0.99);
  return {
    ...{ work: `A frame of a file of ${size} without a copy, at p99`, reference: '–' },
    ...{ ours, theirs: 60, ratio: ours, unit: 'ms', absolute: true, limit: { atMost: 60 } },
  };
}
