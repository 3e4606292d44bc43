import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Answer } from '../harness/client.ts';
import { as, createFile } from '../harness/delivery-record.ts';
import { smallFile } from '../harness/example-file.ts';
import { imagesFile, nodes } from '../harness/images-file.ts';
import type { Server } from '../harness/server.ts';
import type { Several } from './servers.ts';

/** Clients of all servers, each with one request after another over connections of their own. */
export interface UpgradeLoad {
  /** What the page of a design loads, as a server has it. */
  assetsOf(server: Server): Promise<string[]>;
  /** Has one server draw an image that nobody has drawn yet, and asks another one for its bytes. */
  imageOver(drawing: Caller, giving: Caller): Promise<ImageOver>;
  /** Waits until so many requests more were answered. */
  more(count: number): Promise<void>;
  stop(): Promise<{ answered: number; failures: readonly string[] }>;
}

type Caller = Pick<Server, 'call' | 'adminToken'>;

/** The download of an image, and the address of it as it was given out. */
export interface ImageOver {
  readonly path: string;
  readonly answer: Pick<Answer, 'status' | 'text' | 'bytes' | 'headers'>;
}

/** A hundred thousand requests take minutes. */
const patience = { timeout: 3_600_000, interval: 100 };

/** People who read, write, draw, and open pages through the balancer while servers are replaced. */
export async function beginUpgradeLoad({ balanced }: Several, restMs: number): Promise<UpgradeLoad> {
  const file = await createFile(balanced);
  const path = `/workspace/v1/files/${file}`;
  expect((await as(balanced, 'PATCH', path, { link_access: 'view' })).status).toBe(200);
  const imageOver = await drawnElsewhere(balanced);
  const work: readonly (() => Promise<unknown>)[] = [
    () => balanced.call('GET', `/v1/files/${file}`, { token: balanced.adminToken }),
    () => as(balanced, 'PUT', `${path}/content`, smallFile('Under way')),
    () => as(balanced, 'POST', `${path}/versions`, { label: 'Under way' }),
    () => as(balanced, 'GET', '/workspace/v1/projects'),
    () => openPage(balanced, file),
    async () => (await imageOver(balanced, balanced)).answer,
  ];
  const failures: string[] = [];
  let answered = 0;
  let isOver = false;
  const client = async (request: () => Promise<unknown>): Promise<void> => {
    while (!isOver) {
      const answer = (await request().catch((error) => ({ status: 0, text: String(error) }))) as {
        status: number;
        text: string;
      };
      if (answer.status === 200) answered += 1;
      else failures.push(`${answer.status} ${answer.text.slice(0, 200)}`);
      if (restMs > 0) await wait(restMs);
    }
  };
  const clients = work.map(client);
  return {
    assetsOf: (server) => loadedBy(server, file),
    imageOver,
    more: async (count) => {
      const enough = answered + count;
      await expect.poll(() => answered >= enough || failures.length > 0, patience).toBe(true);
    },
    stop: async () => {
      isOver = true;
      await Promise.all(clients);
      return { answered, failures };
    },
  };
}

/** One that gave out no address. */
const failed = ({ status, text, bytes, headers }: Answer): ImageOver['answer'] => ({
  status: status === 200 ? 0 : status,
  text,
  bytes,
  headers,
});

/** Each image has another size, so that it is drawn. */
async function drawnElsewhere(balanced: Caller): Promise<UpgradeLoad['imageOver']> {
  const file = await createFile(balanced);
  const design = await as(balanced, 'PUT', `/workspace/v1/files/${file}/content`, imagesFile('#336699'));
  expect(design.status).toBe(200);
  let drawn = 0;
  return async (drawing, giving) => {
    drawn += 1;
    const scale = (0.1 + (drawn % 390) / 100).toFixed(2);
    const answer = await as(drawing, 'GET', `/v1/images/${file}?ids=${nodes.square}&scale=${scale}`);
    const address = answer.json?.images?.[nodes.square];
    if (typeof address !== 'string') return { path: '', answer: failed(answer) };
    const { pathname, search } = new URL(address);
    const path = pathname + search;
    const { status, text, bytes, headers } = await giving.call('GET', path);
    return { path, answer: { status, bytes, headers, text: `${path} ${status === 200 ? '' : text}` } };
  };
}

async function loadedBy({ call }: Pick<Server, 'call'>, file: string): Promise<string[]> {
  const page = await call('GET', `/design/${file}`);
  expect(page.status).toBe(200);
  return [...page.text.matchAll(/<(?:script|link)[^>]* (?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  );
}

/** The page from one server, and what it loads from whichever are next; what failed, or the last answer. */
async function openPage(balanced: Several['balanced'], file: string) {
  for (const path of await loadedBy(balanced, file)) {
    const answer = await balanced.call('GET', path);
    if (answer.status !== 200) return { ...answer, text: `${path} ${answer.text}` };
  }
  return { status: 200, text: '' };
}
