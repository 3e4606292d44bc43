import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { frameCount, frameId, generateDocument } from '../big-document.ts';
import { median, quantile } from '../medians.ts';
import { untilIdle } from '../processes.ts';
import { startBringingServer } from '../reference-server.ts';
import { type Row, rowWithin } from '../results.ts';
import { openPlace, type Place, type StoredObject } from '../several-place.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell, type Client, openClient } from '../timed-client.ts';
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
  const sizes = { small: 3, whole: 27, next: 28, large: largeMegabytes } as const;
  try {
    const nodesOf = await push(stage, place, sizes);
    const plain = await plainGetOf(place);
    const times = await coldTimes(stage, place, { nodesOf, plain });
    return {
      rows: [wholeRow(times), nodesRow('3 MB', times.small), nodesRow(`${largeMegabytes} MB`, times.large)],
      facts: [
        { name: 'Store of cold files', value: place.store },
        { name: 'One plain get of 27 MB there, at p50', value: told(median(times.plain)) },
        { name: 'SHA-256 over it, on one core', value: told(median(times.hash)) },
        { name: 'Get file of 27 MB without a copy, at p50', value: told(median(times.whole)) },
        { name: 'The same with one', value: told(median(times.warm)) },
        { name: 'The next file without a copy, of 28 MB, at p50', value: told(median(times.next)) },
        {
          name: 'Getting, hashing, writing and sending the object in a bare process of Node, at p50',
          value: `the first time ${told(median(times.bareFirst))}, then ${told(median(times.bare))}`,
        },
      ],
    };
  } finally {
    await place.close();
  }
}

const told = (milliseconds: number): string => `${milliseconds.toFixed(0)} ms`;

type Sizes = Readonly<Record<'small' | 'whole' | 'next' | 'large', number>>;

const settingsOf = ({ settings }: Place) => ({
  ...settings,
  VITRINE_ROLES: 'web',
  VITRINE_IMPORT_MAX_BYTES: String(400 * megabyte),
});

const folderOf = (stage: Stage): string => join(stage.folder, 'cold');

/** Answers how many nodes each file has. */
async function push(stage: Stage, place: Place, sizes: Sizes): Promise<Sizes> {
  const vitrine = await startVitrine(folderOf(stage), Object.keys(sizes), settingsOf(place));
  const nodesOf = { small: 0, whole: 0, next: 0, large: 0 };
  try {
    for (const [key, megabytes] of Object.entries(sizes)) {
      const nodes = Math.round((megabytes * megabyte) / bytesOfNode);
      nodesOf[key as keyof Sizes] = nodes;
      const content = generateDocument({ nodes, approximateBytes: megabytes * megabyte });
      await putContent(vitrine, key, content);
    }
    await untilIdle(vitrine.pid);
    return nodesOf;
  } finally {
    await vitrine.stop();
  }
}

interface Times {
  readonly whole: number[];
  /** Of the same answer once there is a copy. */
  readonly warm: number[];
  /** Of another file without a copy, for which the code is compiled. */
  readonly next: number[];
  readonly small: number[];
  readonly large: number[];
  /** Of one plain get of the whole file's object, and of hashing what came. */
  readonly plain: number[];
  readonly hash: number[];
  /** Of getting, hashing, writing and sending it in a process that does nothing else: the first time, and later ones. */
  readonly bareFirst: number[];
  readonly bare: number[];
}

interface Asked {
  readonly nodesOf: Sizes;
  readonly plain: PlainGet;
}

/** Each round starts without a copy of anything. */
async function coldTimes(stage: Stage, place: Place, asked: Asked): Promise<Times> {
  const times: Times = {
    whole: [],
    warm: [],
    next: [],
    small: [],
    large: [],
    plain: [],
    hash: [],
    bareFirst: [],
    bare: [],
  };
  for (let round = 0; round < stage.rounds; round += 1) {
    stage.say(`Files in a bucket: a server without copies, ${round + 1} of ${stage.rounds}`);
    await rm(join(folderOf(stage), 'data', 'cache'), { recursive: true, force: true });
    const vitrine = await startVitrine(folderOf(stage), undefined, settingsOf(place));
    try {
      await askAll(stage.folder, vitrine, times, asked);
    } finally {
      await vitrine.stop();
    }
  }
  return times;
}

/** The plain get goes before and after, so that what else the machine does hits both alike. */
async function askAll(
  folder: string,
  vitrine: Vitrine,
  times: Times,
  { nodesOf, plain }: Asked,
): Promise<void> {
  const { client } = vitrine;
  const file = async (key: string) => (await askWell(client, `/v1/files/${key}`)).milliseconds;
  const whole = () => file('whole');
  times.small.push(...(await framesOf(client, 'small', nodesOf.small)));
  times.large.push(...(await framesOf(client, 'large', nodesOf.large)));
  await plain.time(times);
  times.whole.push(await whole());
  for (let again = 0; again < 3; again += 1) times.warm.push(await whole());
  await plain.time(times);
  times.next.push(await file('next'));
  const [first = Number.NaN, ...others] = await bareTimes(plain.object, join(folder, 'bare'), vitrine);
  times.bareFirst.push(first);
  times.bare.push(...others);
}

/** What of the server's work no program is spared; its code is compiled the first time. */
async function bareTimes(object: StoredObject, path: string, { tls, ca }: Vitrine): Promise<number[]> {
  const bare = await startBringingServer(object, path, tls);
  const client = openClient(bare.url, ca, {});
  try {
    const times: number[] = [];
    for (let time = 0; time < 3; time += 1) times.push((await askWell(client, '/')).milliseconds);
    return times;
  } finally {
    client.close();
    await bare.stop();
  }
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
  readonly object: StoredObject;
  readonly time: (times: Pick<Times, 'plain' | 'hash'>) => Promise<void>;
}

/** The very object of the file that is asked for whole. */
async function plainGetOf(place: Place): Promise<PlainGet> {
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `select object, size_bytes from blobs join versions on snapshot = blobs.id where file_key = 'whole'`,
  );
  await client.end();
  const get = () => place.get(rows[0].object);
  return {
    object: place.objectOf(rows[0].object, Number(rows[0].size_bytes)),
    time: async (times) => {
      const startedAt = performance.now();
      const bytes = await get();
      const cameAt = performance.now();
      hash('sha256', bytes);
      times.plain.push(cameAt - startedAt);
      times.hash.push(performance.now() - cameAt);
    },
  };
}

/** What the answer takes longer than one for which there is a copy. */
function wholeRow({ whole, warm, plain }: Times): Row {
  const most = 30 + median(plain) / shareOfSpeed;
  const ours = quantile(whole, 0.99) - median(warm);
  return {
    work: 'Get file of 27 MB without a copy, what it takes longer than with one, at p99',
    reference: '30 ms and its size at 0.7 of the speed of one plain get',
    ours,
    theirs: most,
    ratio: ours / most,
    unit: 'ms',
    limit: { atMost: 1 },
  };
}

function nodesRow(size: string, times: readonly number[]): Row {
  const ours = quantile(times, 0.99);
  return rowWithin(`A frame of a file of ${size} without a copy, at p99`, ours, 60);
}
