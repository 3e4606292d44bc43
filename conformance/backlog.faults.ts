import type { ServerResponse } from 'node:http';
import { describe, expect, inject, it } from 'vitest';
import { as, createFile } from './harness/delivery-record.ts';
import { openReceiver } from './harness/receiver.ts';
import { startServer } from './harness/server.ts';
import { residentBytes } from './harness/vitrine-process.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };

const webhooks = 100;
const changes = 1000;
const mostGrowthBytes = 64 * 1024 * 1024;
/** Otherwise the heap grows as long as there is room, and hides what is held. */
const smallHeap = '--max-old-space-size=96 --max-semi-space-size=8';

/** Piles deliveries up at receivers that answer nothing, lets them answer, and looks at the server's memory. */
async function drainBacklog(postgres: string | undefined): Promise<void> {
  const receiver = await openReceiver();
  const env = { NODE_OPTIONS: smallHeap, VITRINE_WEBHOOK_TIMEOUT: '10m' };
  const server = await startServer({ postgres, env });
  try {
    const held: ServerResponse[] = [];
    receiver.answer((_one, response) => void held.push(response));
    const file = await createFile(server);
    const webhook = {
      event_type: 'FILE_VERSION_UPDATE',
      context: 'file',
      context_id: file,
      endpoint: receiver.url,
      passcode: 'secret',
    };
    const body = { webhooks: Array.from({ length: webhooks }, (_, id) => ({ id: `${id + 1}`, ...webhook })) };
    expect((await as(server, 'POST', '/workspace/v1/apply', body)).status).toBe(200);
    for (let change = 0; change < changes; change += 1)
      expect((await as(server, 'POST', `/workspace/v1/files/${file}/versions`, { label: 'A' })).status).toBe(
        200,
      );
    expect(receiver.received.length).toBe(2 * webhooks);
    const before = residentBytes(server.pid);
    receiver.answer(200);
    for (const response of held) response.end();
    // As long as more come.
    for (let count = 0; count < webhooks * changes; count += webhooks) await receiver.until(count + webhooks);
    const after = residentBytes(server.pid);
    if (before !== undefined && after !== undefined) expect(after - before).toBeLessThan(mostGrowthBytes);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(webhooks * changes);
    expect(await server.stop()).toBe(0);
  } finally {
    await server.kill();
    await receiver.close();
    await server.installation.remove();
  }
}

describe('A hundred thousand waiting deliveries', () => {
  it('are sent once each, without growth of memory, on SQLite', () => drainBacklog(undefined));

  it('are sent once each, without growth of memory, on PostgreSQL', (context) =>
    'missing' in postgres ? context.skip(postgres.missing) : drainBacklog(postgres.url));
});
