import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Answer } from './client.ts';
import { smallFile } from './example-file.ts';
import { openReceiver, type Received } from './receiver.ts';
import { createInstallation, type Server, startServer } from './server.ts';

/** How each receiver answers, by the path of its endpoint. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/steady': (response) => response.end(),
  '/slow': (response) => setTimeout(() => response.end(), 15),
  '/failing': (response) => response.writeHead(500).end(),
};
const writers = 3;
const attemptsOfFailing = 4;
/** Requests to one webhook at the same time. */
const mostInFlight = 2;

/** A request as a receiver saw it; a life is the time between two kills. */
interface Seen {
  readonly id: string;
  readonly body: string;
  readonly life: number;
}

/** Everything the receivers saw, by path. */
interface WhatCame {
  readonly seen: Record<string, Seen[]>;
  /** Path and id of the requests that are not answered yet. */
  readonly open: Set<string>;
  /** Ids that came while an earlier request with them was not answered yet. */
  readonly twiceAtOnce: string[];
}

/**
 * Kills a server without warning while it tells webhooks of changes, again and again on the same installation.
 * In the end every acknowledged change was delivered, what failed was tried as often as planned, and only what
 * was under way at a kill came again, with the same id and bytes.
 */
export async function deliverThroughKills(options: {
  postgres: string | undefined;
  rounds: number;
}): Promise<void> {
  const installation = await createInstallation(options.postgres);
  const receiver = await openReceiver();
  const record: WhatCame = {
    seen: { '/steady': [], '/slow': [], '/failing': [] },
    open: new Set(),
    twiceAtOnce: [],
  };
  let life = 0;
  receiver.answer((one, response) => keep(record, one, response, life));
  try {
    let server = await startServer({ installation });
    const file = await createFile(server);
    const webhooks = await subscribe(server, file, receiver.url);
    const changes: string[] = [];
    while (life < options.rounds) {
      const work = Promise.all(Array.from({ length: writers }, () => changeUntilDead(server, file, changes)));
      const before = changes.length;
      await wait(150 + ((life * 379) % 500));
      // On a busy machine the first changes of a life take longer than that.
      await expect.poll(() => changes.length - before, { timeout: 20_000 }).toBeGreaterThan(1);
      await server.kill();
      await work;
      life += 1;
      server = await startServer({ installation });
    }
    const body = { advance: '4h' };
    expect((await as(server, 'POST', '/test/v1/clock', body)).status).toBe(200);
    expect(changes.length).toBeGreaterThan(options.rounds);
    checkRecord(record, changes, life);
    await checkExhausted(server, webhooks['/failing'] ?? '', record, life);
    for (const path of ['/steady', '/slow']) await checkDelivered(server, webhooks[path] ?? '');
    expect(await server.stop()).toBe(0);
  } finally {
    await receiver.close();
    await installation.remove();
  }
}

function keep(
  record: WhatCame,
  { path, headers, body }: Received,
  response: ServerResponse,
  life: number,
): void {
  const id = String(headers['webhook-id']);
  const name = `${path} ${id}`;
  if (record.open.has(name)) record.twiceAtOnce.push(name);
  record.open.add(name);
  response.once('close', () => record.open.delete(name));
  record.seen[path]?.push({ id, body, life });
  answers[path]?.(response);
}

export async function createFile(server: Pick<Server, 'call' | 'adminToken'>): Promise<string> {
  const { projects } = (await as(server, 'GET', '/workspace/v1/projects')).json;
  const body = { name: 'Changed', project: projects[0].id };
  const { key } = (await as(server, 'POST', '/workspace/v1/files', body)).json;
  expect((await as(server, 'PUT', `/workspace/v1/files/${key}/content`, smallFile('First'))).status).toBe(
    200,
  );
  return key;
}

/** Path of the endpoint → id of its webhook. */
async function subscribe(server: Server, file: string, url: string): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const path of Object.keys(answers)) {
    const made = await as(server, 'POST', '/v2/webhooks', {
      ...{ event_type: 'FILE_VERSION_UPDATE', context: 'file', context_id: file },
      ...{ endpoint: `${url}${path}`, passcode: 'secret' },
    });
    expect(made.status).toBe(200);
    ids[path] = made.json.id;
  }
  return ids;
}

async function changeUntilDead(server: Server, file: string, changes: string[]): Promise<void> {
  for (let number = 0; ; number += 1) {
    const path = `/workspace/v1/files/${file}/versions`;
    const answer = await as(server, 'POST', path, { label: `Change ${number}` }).catch(() => undefined);
    if (answer === undefined) return;
    expect(answer.status).toBe(200);
    changes.push(answer.json.id);
  }
}

function checkRecord({ seen, twiceAtOnce }: WhatCame, changes: readonly string[], lastLife: number): void {
  expect(twiceAtOnce).toEqual([]);
  for (const [path, requests] of Object.entries(seen)) {
    const told = new Set(requests.map(({ body }) => JSON.parse(body).version_id));
    expect([path, changes.filter((id) => !told.has(id))]).toEqual([path, []]);
    const byId = Map.groupBy(requests, ({ id }) => id);
    const again = [...byId.values()].filter((all) => all.length > 1);
    for (const all of again) expect(new Set(all.map(({ body }) => body)).size).toBe(1);
    const whileKilled = again.map((all) => all.filter(({ life }) => life < lastLife));
    for (const all of whileKilled) expect(new Set(all.map(({ life }) => life)).size).toBe(all.length);
    if (path !== '/failing') checkRepeats(path, again);
  }
}

/** What came again was under way at the kill that ended the life of the time before. */
function checkRepeats(path: string, again: readonly (readonly Seen[])[]): void {
  const lost = again.flatMap((all) => all.slice(0, -1).map(({ life }) => life));
  for (const [life, repeats] of Map.groupBy(lost, (life) => life))
    expect([path, life, repeats.length <= mostInFlight]).toEqual([path, life, true]);
}

/**
 * Every delivery to the failing receiver is exhausted, after as many attempts as planned; it saw those and, of what
 * was under way at a kill, one request more each.
 */
async function checkExhausted(server: Server, webhookId: string, { seen }: WhatCame, kills: number) {
  const deliveries = await deliveriesOf(server, webhookId);
  for (const delivery of deliveries)
    expect(delivery).toMatchObject({ state: 'failed', attempts: attemptsOfFailing, last_status: 500 });
  const byId = Map.groupBy(seen['/failing'] ?? [], ({ id }) => id);
  expect(deliveries.map(({ id }) => id).sort()).toEqual([...byId.keys()].sort());
  const more = [...byId.values()].map((all) => all.length - attemptsOfFailing);
  expect(Math.min(...more)).toBeGreaterThanOrEqual(0);
  expect(more.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(mostInFlight * kills);
}

/** No delivery to a receiver that answers well is given up. */
async function checkDelivered(server: Server, webhookId: string): Promise<void> {
  const states = new Set((await deliveriesOf(server, webhookId)).map(({ state }) => state));
  expect([...states]).toEqual(['delivered']);
}

async function deliveriesOf(server: Server, webhookId: string): Promise<{ id: string; state: string }[]> {
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

export const as = (
  server: Pick<Server, 'call' | 'adminToken'>,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> => server.call(method, path, { token: server.adminToken, body });
