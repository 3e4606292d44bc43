import { expect } from 'vitest';
import { as, createFile } from '../harness/delivery-record.ts';
import { smallFile } from '../harness/example-file.ts';
import type { Server } from '../harness/server.ts';
import type { Several } from './servers.ts';

/** Clients of all servers, each with one request after another over connections of their own. */
export interface UpgradeLoad {
  /** What the page of a design loads, as a server has it. */
  assetsOf(server: Server): Promise<string[]>;
  /** Waits until so many requests more were answered. */
  more(count: number): Promise<void>;
  stop(): Promise<{ answered: number; failures: readonly string[] }>;
}

/** A hundred thousand requests take minutes. */
const patience = { timeout: 3_600_000, interval: 100 };

/** People who read, write, and open pages through the balancer while servers are replaced. */
export async function beginUpgradeLoad({ balanced }: Several): Promise<UpgradeLoad> {
  const file = await createFile(balanced);
  const path = `/workspace/v1/files/${file}`;
  expect((await as(balanced, 'PATCH', path, { link_access: 'view' })).status).toBe(200);
  const work: readonly (() => Promise<unknown>)[] = [
    () => balanced.call('GET', `/v1/files/${file}`, { token: balanced.adminToken }),
    () => as(balanced, 'PUT', `${path}/content`, smallFile('Under way')),
    () => as(balanced, 'POST', `${path}/versions`, { label: 'Under way' }),
    () => as(balanced, 'GET', '/workspace/v1/projects'),
    () => openPage(balanced, file),
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
    }
  };
  const clients = work.map(client);
  return {
    assetsOf: (server) => loadedBy(server, file),
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
