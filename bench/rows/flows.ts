import { join } from 'node:path';
import { openDatabase } from '../../src/database/open-database.ts';
import { postgresFolder, startPostgres } from '../../src/testing/postgres.ts';
import { type FlowClient, flowApp, flowPassword, openFlowClient } from '../flow-client.ts';
import { type Fact, type Row, rounded, rowWithin } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { startVitrine } from '../vitrine.ts';

export const people = 50;
const callsInFlow = 4;

/** Whole flows of OAuth by fifty people at once, on both databases: none fails, and each leaves one token. */
export async function measureFlows(stage: Stage): Promise<Measured> {
  const embedded = await measureEngine(stage, 'SQLite', undefined);
  const native = postgresFolder();
  if (native === undefined)
    return { ...embedded, leftOut: ['No PostgreSQL for this platform: no flows of OAuth on it.'] };
  const postgres = await startPostgres(native);
  try {
    const served = await measureEngine(stage, 'PostgreSQL', postgres.url);
    return { rows: [...embedded.rows, ...served.rows], facts: [...embedded.facts, ...served.facts] };
  } finally {
    await postgres.stop();
  }
}

async function measureEngine(
  stage: Stage,
  engine: string,
  databaseUrl: string | undefined,
): Promise<Measured> {
  const folder = join(stage.folder, `flows-${engine}`);
  const settings = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const vitrine = await startVitrine(folder, flowsWorkspace(), settings);
  try {
    stage.say(`Signing ${people} people in on ${engine}`);
    const clients: FlowClient[] = [];
    for (let person = 0; person < people; person += 1)
      clients.push(await openFlowClient(vitrine, emailOf(person)));
    stage.say(`Flows of OAuth on ${engine}, ${stage.seconds} s`);
    const flows = await runFlows(clients, stage.seconds);
    const gets = await runGets(clients, flows.newest, stage.seconds / 3);
    const dead = await countAnswered(clients, flows.replaced, 403);
    const live = await countAnswered(clients, flows.newest, 200);
    for (const client of clients) client.close();
    await vitrine.stop();
    const stored = await storedTokens(join(folder, 'data'), databaseUrl);
    const wrong =
      people - live + (people - dead) + Math.abs(stored.tokens - people) + Math.abs(stored.pairs - people);
    return {
      rows: [
        rowOf(engine, 'calls that failed', flows.failed),
        rowOf(engine, 'people without exactly one live token at the end', wrong),
      ],
      facts: factsOf(engine, flows, gets),
    };
  } finally {
    await vitrine.stop();
  }
}

function rowOf(engine: string, what: string, ours: number): Row {
  const work = `Authorize, exchange, refresh by ${people} people at once on ${engine}: ${what}`;
  return rowWithin(work, ours, 0, '');
}

function factsOf(engine: string, { perSecond, done }: Flows, gets: number): Fact[] {
  const share = (perSecond * callsInFlow) / gets;
  return [
    { name: `Flows of OAuth on ${engine}`, value: `${rounded(perSecond)} flows/s, ${done} in all` },
    {
      name: `Calls of these flows beside those of Get current user by the same ${people} on ${engine}`,
      value: `${rounded(share)} × (${rounded(perSecond * callsInFlow)} and ${rounded(gets)} calls/s)`,
    },
  ];
}

interface Flows {
  readonly done: number;
  readonly failed: number;
  readonly perSecond: number;
  /** By person: the access token of the last flow, and that of the one before. */
  readonly newest: readonly string[];
  readonly replaced: readonly string[];
}

async function runFlows(clients: readonly FlowClient[], seconds: number): Promise<Flows> {
  const newest = clients.map(() => '');
  const replaced = clients.map(() => '');
  const counted = { done: 0, failed: 0 };
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    clients.map(async (client, person) => {
      do {
        try {
          const token = await client.flow();
          replaced[person] = newest[person] ?? '';
          newest[person] = token;
          counted.done += 1;
        } catch (error) {
          counted.failed += 1;
          if (counted.failed === 1) process.stderr.write(`${String(error).slice(0, 500)}\n`);
        }
      } while (performance.now() < endsAt);
    }),
  );
  const perSecond = counted.done / ((performance.now() - startedAt) / 1000);
  return { ...counted, perSecond, newest, replaced };
}

/** Calls a second that all make with the tokens they got. */
async function runGets(
  clients: readonly FlowClient[],
  tokens: readonly string[],
  seconds: number,
): Promise<number> {
  let done = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    clients.map(async (client, person) => {
      while (performance.now() < endsAt) {
        if ((await client.get(tokens[person] ?? '')) === 200) done += 1;
      }
    }),
  );
  return done / ((performance.now() - startedAt) / 1000);
}

/** How many people's tokens are answered so. */
async function countAnswered(
  clients: readonly FlowClient[],
  tokens: readonly string[],
  status: number,
): Promise<number> {
  const statuses = await Promise.all(clients.map((client, person) => client.get(tokens[person] ?? '')));
  return statuses.filter((answered) => answered === status).length;
}

/** Access tokens of apps in the database, and the pairs of app and person that they are of. */
async function storedTokens(
  folder: string,
  url: string | undefined,
): Promise<{ tokens: number; pairs: number }> {
  const { database, close } = await openDatabase({ folder, url });
  const rows = await database
    .selectFrom('tokens')
    .select(['app_id', 'user_id'])
    .where('kind', '=', 'oauth')
    .execute();
  await close();
  return { tokens: rows.length, pairs: new Set(rows.map((row) => `${row.app_id} ${row.user_id}`)).size };
}

export const emailOf = (person: number): string => `person${person}@example.com`;

export function flowsWorkspace(): object {
  return {
    organizations: [{ id: '900', name: 'Bench', plan: 'enterprise' }],
    users: Array.from({ length: people }, (_, person) => ({
      id: String(1000 + person),
      handle: `Person ${person}`,
      email: emailOf(person),
      organization: '900',
      password: flowPassword,
    })),
    apps: [
      {
        client_id: flowApp.client_id,
        client_secret: flowApp.client_secret,
        name: 'Bench',
        organization: '900',
        redirect_urls: [flowApp.callback],
        scopes: ['current_user:read'],
        visibility: 'private',
        state: 'private',
      },
    ],
  };
}
