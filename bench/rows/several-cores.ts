import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { interleaved, median } from '../medians.ts';
import type { Row } from '../results.ts';
import type { Place } from '../several-place.ts';
import type { Measured, Stage } from '../stage.ts';
import { startVitrine, type Vitrine } from '../vitrine.ts';

const counts = [1, 2, 4];
const connectionsOfEach = 8;

/** How many servers can be asked at once by as many clients, with a core for each server and each client. */
export const countsFor = (cores: number): number[] => counts.filter((count) => 2 * count <= cores);

/** What N servers answer in a second beside one of them, where the machine has cores to show it. */
export async function coresRows(
  stage: Stage,
  place: Place,
  key: string,
  cores = availableParallelism(),
): Promise<Measured> {
  const [, ...more] = countsFor(cores);
  const missing = counts.filter((count) => count > 1 && !more.includes(count));
  const leftOut = missing.map(
    (count) => `${count} servers at once beside one: that takes ${2 * count} cores, and here are ${cores}.`,
  );
  if (more.length === 0) return { rows: [], facts: [], leftOut };
  stage.say(`Answers a second of up to ${more.at(-1)} servers`);
  const servers: Vitrine[] = [];
  try {
    while (servers.length < (more.at(-1) ?? 1)) {
      const folder = join(stage.folder, `cores-${servers.length}`);
      servers.push(await startVitrine(folder, undefined, { ...place.settings, VITRINE_ROLES: 'web' }));
    }
    const rows: Row[] = [];
    for (const count of more) rows.push(await rowOf(stage, servers.slice(0, count), key));
    return { rows, facts: [], leftOut };
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function rowOf(stage: Stage, servers: readonly Vitrine[], key: string): Promise<Row> {
  const perSecond = (asked: readonly Vitrine[]) => async () => {
    const each = await Promise.all(asked.map((server) => loadOf(stage, server, key)));
    return each.reduce((sum, one) => sum + one, 0);
  };
  const sides = { all: perSecond(servers), one: perSecond(servers.slice(0, 1)) };
  await interleaved(1, sides);
  const found = await interleaved(stage.rounds, sides);
  const [ours, theirs] = [median(found.all), median(found.one)];
  return {
    work: `Get file, gzip, ${servers.length} servers on PostgreSQL and a bucket`,
    reference: 'one of them alone',
    ours,
    theirs,
    ratio: ours / theirs,
    unit: 'a second',
    limit: { atLeast: 0.9 * servers.length },
  };
}

/** By a load generator of its own for each server. */
const loadOf = ({ load, calls }: Stage, { url, headers, tls }: Vitrine, key: string): Promise<number> =>
  load.run({
    url: `${url}/v1/files/${key}`,
    caPath: tls.cert.replace(/cert\.pem$/, 'ca.pem'),
    protocol: 'http/1.1',
    headers: { ...headers, 'accept-encoding': 'gzip' },
    connections: connectionsOfEach,
    requests: calls,
  });
