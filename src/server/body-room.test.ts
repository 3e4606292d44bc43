import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { request } from 'node:https';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { castWorkspace, tokens } from '../testing/cast.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { senderOf } from './body-room.ts';

const mebibyte = 2 ** 20;

let server: TestServer;
const opened: ClientRequest[] = [];
beforeEach(async () => {
  server = await startTestServer({ workspace: castWorkspace() });
});
afterEach(async () => {
  for (const one of opened.splice(0)) one.destroy();
  await server.close();
});

/** A change of a file that is not there. */
const path = '/workspace/v1/files/nowhere/nodes';
const operations = JSON.stringify([{ op: 'remove', id: '1:1' }]);
const bodyOf = (sizeBytes: number): string => `{"operations":${operations},"x":"${'x'.repeat(sizeBytes)}"}`;

function open(token: string, sizeBytes: number | undefined, more: object = {}): ClientRequest {
  const length = sizeBytes === undefined ? {} : { 'content-length': sizeBytes };
  const headers = { 'x-service-token': token, ...length, ...more };
  const asked = request(server.url + path, { method: 'PATCH', headers, rejectUnauthorized: false });
  opened.push(asked.on('error', () => {}));
  return asked;
}

function send(token: string, sizeBytes: number): ClientRequest {
  const body = bodyOf(sizeBytes);
  return open(token, body.length).end(body);
}

async function statusOf(asked: ClientRequest): Promise<number> {
  const [answer] = await once(asked, 'response');
  return answer.statusCode;
}

/** Changes that are about to be made. */
const mostBegun = 1000;
const begun = (): number => mostBegun - (server.context.testMode?.faults[0]?.times ?? 0);

test('Large bodies of one caller wait until there is room for their values, and hold up nobody else', async () => {
  const fault = { operation: 'patchNodes', times: mostBegun, delay: '1h' };
  await server.call('/test/v1/faults', { body: fault });
  const ofAlice = Array.from({ length: 6 }, () => send(tokens.alice, 5 * mebibyte));
  await expect.poll(begun).toBe(3);
  send(tokens.alice, 1000);
  await expect.poll(begun).toBe(4);
  send(tokens.dan, 5 * mebibyte);
  await expect.poll(begun).toBe(5);
  ofAlice[0]?.destroy();
});

test('Bodies of one caller that come slowly hold up their own, until one of them ends, and nobody else’s', async () => {
  const slow = Array.from({ length: 4 }, () => open(tokens.alice, 16 * mebibyte, { expect: '100-continue' }));
  await Promise.all(slow.map((one) => once(one, 'continue')));
  for (const one of slow) one.write('{');
  const next = send(tokens.alice, mebibyte);
  const answered: string[] = [];
  const ofAlice = statusOf(next).then((status) => answered.push(`alice ${status}`));
  await statusOf(send(tokens.dan, mebibyte)).then((status) => answered.push(`dan ${status}`));
  await statusOf(send(tokens.alice, 1000)).then((status) => answered.push(`small ${status}`));
  slow[0]?.destroy();
  await ofAlice;
  expect(answered).toEqual(['dan 404', 'small 404', 'alice 404']);
});

test('Bodies of no told length hold no room for bytes any more once their values are made', async () => {
  await server.call('/test/v1/faults', { body: { operation: 'patchNodes', times: mostBegun, delay: '1h' } });
  for (let sent = 1; sent <= 6; sent += 1) {
    open(tokens.alice, undefined, { 'transfer-encoding': 'chunked' }).end(bodyOf(100));
    await expect.poll(begun).toBe(sent);
  }
});

test('A request without a body waits for no room', async () => {
  const slow = Array.from({ length: 4 }, () => open(tokens.alice, 16 * mebibyte, { expect: '100-continue' }));
  await Promise.all(slow.map((one) => once(one, 'continue')));
  const asked = open(tokens.alice, undefined, { connection: 'close' });
  // As from curl, which tells no length of nothing.
  asked.removeHeader('content-length');
  asked.removeHeader('transfer-encoding');
  expect(await statusOf(asked.end())).toBe(400);
});

test('Senders of whom nobody knows who they are have one part together, wherever they send from', () => {
  const from = (ip: string) => senderOf({ ip } as FastifyRequest, () => AbortSignal.abort()).party;
  expect(from('192.0.2.1')).toEqual(from('192.0.2.2'));
});
