import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import type { Answer } from './client.ts';
import { smallFile } from './example-file.ts';
import type { Received, Receiver } from './receiver.ts';
import type { Server } from './server.ts';

/** How each receiver answers, by the path of its endpoint. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/steady': (response) => response.end(),
  '/slow': (response) => setTimeout(() => response.end(), 15),
  '/failing': (response) => response.writeHead(500).end(),
};
const attemptsOfFailing = 4;
/** Requests to one webhook at the same time. */
export const mostInFlight = 2;

/** A request as a receiver saw it; a life is the time between two kills. */
export interface Seen {
  readonly id: string;
  readonly body: string;
  readonly life: number;
}

/** What the receivers saw of three webhooks: one is answered at once, one slowly, one always with 500. */
export interface DeliveryRecord {
  /** By the path of the endpoint. */
  readonly seen: Record<string, Seen[]>;
  /** Path and id of the requests that are not answered yet. */
  readonly open: Set<string>;
  /** Ids that came while an earlier request with them was not answered yet. */
  readonly twiceAtOnce: string[];
  /** The most requests that a webhook had at the same time. */
  mostAtOnce: number;
}

/** @param life how many kills there were so far */
export function recordOf(receiver: Receiver, life: () => number): DeliveryRecord {
  const seen = Object.fromEntries(Object.keys(answers).map((path): [string, Seen[]] => [path, []]));
  const record: DeliveryRecord = { seen, open: new Set(), twiceAtOnce: [], mostAtOnce: 0 };
  receiver.answer((one, response) => keep(record, one, response, life()));
  return record;
}

function keep(
  record: DeliveryRecord,
  { path, headers, body }: Received,
  response: ServerResponse,
  life: number,
): void {
  const id = String(headers['webhook-id']);
  const name = `${path} ${id}`;
  if (record.open.has(name)) record.twiceAtOnce.push(name);
  record.open.add(name);
  const atOnce = [...record.open].filter((other) => other.startsWith(`${path} `)).length;
  record.mostAtOnce = Math.max(record.mostAtOnce, atOnce);
  response.once('close', () => record.open.delete(name));
  record.seen[path]?.push({ id, body, life });
  answers[path]?.(response);
}

/** Makes the three webhooks of a file: path of the endpoint → id. */
export async function subscribe(
  server: Caller,
  file: string,
  url: string,
): Promise<Readonly<Record<string, string>>> {
  const ids: Record<string, string> = {};
  for (const path of Object.keys(answers)) {
    const made = await as(server, 'POST', '/v2/webhooks', {
      event_type: 'FILE_VERSION_UPDATE',
      context: 'file',
      context_id: file,
      endpoint: `${url}${path}`,
      passcode: 'secret',
    });
    expect(made.status).toBe(200);
    ids[path] = made.json.id;
  }
  return ids;
}

/** Every change was told to all, with the same bytes where it was told again, and never twice at the same moment. */
export function checkAllTold({ seen, twiceAtOnce }: DeliveryRecord, changes: readonly string[]): void {
  expect(twiceAtOnce).toEqual([]);
  for (const [path, requests] of Object.entries(seen)) {
    const told = new Set(requests.map(({ body }) => JSON.parse(body).version_id));
    expect([path, changes.filter((id) => !told.has(id))]).toEqual([path, []]);
    for (const all of repeatsOf(requests)) expect(new Set(all.map(({ body }) => body)).size).toBe(1);
  }
}

/** Requests that came with the same id, for each id that came more than once. */
export const repeatsOf = (requests: readonly Seen[]): Seen[][] =>
  [...Map.groupBy(requests, ({ id }) => id).values()].filter((all) => all.length > 1);

/**
 * Every delivery to the failing receiver is exhausted, after as many attempts as planned; it saw those and, of what
 * was under way at a kill, one request more each. No delivery to the others is given up.
 */
export async function checkOutcomes(
  server: Caller,
  webhooks: Readonly<Record<string, string>>,
  { seen }: DeliveryRecord,
  kills: number,
): Promise<void> {
  const deliveries = await deliveriesOf(server, webhooks['/failing'] ?? '');
  for (const delivery of deliveries)
    expect(delivery).toMatchObject({ state: 'failed', attempts: attemptsOfFailing, last_status: 500 });
  const byId = Map.groupBy(seen['/failing'] ?? [], ({ id }) => id);
  expect(deliveries.map(({ id }) => id).sort()).toEqual([...byId.keys()].sort());
  const more = [...byId.values()].map((all) => all.length - attemptsOfFailing);
  expect(Math.min(...more)).toBeGreaterThanOrEqual(0);
  expect(more.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(mostInFlight * kills);
  for (const path of ['/steady', '/slow']) {
    const states = new Set((await deliveriesOf(server, webhooks[path] ?? '')).map(({ state }) => state));
    expect([path, ...states]).toEqual([path, 'delivered']);
  }
}

async function deliveriesOf(server: Caller, webhookId: string): Promise<{ id: string; state: string }[]> {
  const path = `/workspace/v1/webhooks/${webhookId}/deliveries`;
  const all: { id: string; state: string }[] = [];
  for (;;) {
    const before = all.at(-1);
    const query = before === undefined ? '' : `?before=${before.id}`;
    const { deliveries } = (await as(server, 'GET', `${path}${query}`)).json;
    if (deliveries.length === 0) return all;
    all.push(...deliveries);
  }
}

export async function createFile(server: Caller): Promise<string> {
  const { projects } = (await as(server, 'GET', '/workspace/v1/projects')).json;
  const body = { name: 'Changed', project: projects[0].id };
  const { key } = (await as(server, 'POST', '/workspace/v1/files', body)).json;
  expect((await as(server, 'PUT', `/workspace/v1/files/${key}/content`, smallFile('First'))).status).toBe(
    200,
  );
  return key;
}

type Caller = Pick<Server, 'call' | 'adminToken'>;

export const as = (server: Caller, method: string, path: string, body?: object): Promise<Answer> =>
  server.call(method, path, { token: server.adminToken, body });
