import { readFileSync } from 'node:fs';
import { type MixedPlaces, mixedCalls } from './mixed-calls.ts';
import { type Answered, type Client, openClient } from './timed-client.ts';

/** A mixed load: as many clients as that, each with a connection and one call at a time, for so long. */
export interface MixedLoad {
  readonly url: string;
  readonly caPath: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly places: MixedPlaces;
  readonly clients: number;
  readonly seconds: number;
  readonly withImages: boolean;
}

/** What came of it; times in milliseconds, by the name of the call. */
export interface MixedOutcome {
  readonly times: Readonly<Record<string, readonly number[]>>;
  readonly seconds: number;
  /** A sentence for each call that failed. */
  readonly failures: readonly string[];
}

/** Plays a load, which is its argument, and writes the outcome: a process of its own, so that its work counts apart. */
const load = JSON.parse(process.argv[2] ?? '{}') as MixedLoad;
const calls = mixedCalls.filter(({ kind }) => load.withImages || kind !== 'image');
const ca = readFileSync(load.caPath);
const times: Record<string, number[]> = Object.fromEntries(mixedCalls.map(({ name }) => [name, []]));
const asked = new Map<string, number>();
const failures: string[] = [];
/** Of a server that is gone nothing more is to be learned. */
const mostFailures = 100;
const startedAt = performance.now();
const isOver = (): boolean =>
  performance.now() - startedAt > load.seconds * 1000 || failures.length > mostFailures;

await Promise.all(Array.from({ length: load.clients }, (_, place) => keepAsking(place)));
const seconds = (performance.now() - startedAt) / 1000;
process.stdout.write(JSON.stringify({ times, seconds, failures } satisfies MixedOutcome));

/** Each client begins with another call. */
async function keepAsking(place: number): Promise<void> {
  const client = openClient(load.url, ca, load.headers);
  let picture: string | undefined;
  for (let turn = place; !isOver(); turn += 1) {
    const { name, path } = calls[turn % calls.length] as (typeof calls)[number];
    const number = asked.get(name) ?? 0;
    asked.set(name, number + 1);
    const answered = await ask(client, name, path(load.places, number, picture));
    if (name === 'Get image') picture = pictureIn(answered);
  }
  client.close();
}

async function ask(client: Client, name: string, path: string): Promise<Answered | undefined> {
  try {
    const answered = await client.ask(path);
    times[name]?.push(answered.milliseconds);
    if (answered.status !== 200) failures.push(`${path} was answered with ${answered.status}.`);
    return answered;
  } catch (error) {
    failures.push(`${path}: ${String(error)}`);
    return undefined;
  }
}

/** Path of the picture that the answer names; a node without one is a failure. */
function pictureIn(answered: Answered | undefined): string | undefined {
  if (answered?.status !== 200) return undefined;
  const [address] = Object.values(
    (JSON.parse(answered.bytes.toString()) as { images: Record<string, string | null> }).images,
  );
  if (typeof address === 'string') return new URL(address).pathname + new URL(address).search;
  failures.push('A node has no picture.');
  return undefined;
}
