import { once } from 'node:events';
import http2 from 'node:http2';
import net from 'node:net';
import { expect, test } from 'vitest';
import { fileKeyOf } from './contract/branded-ids.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const limitMs = 1500;

/** A receiver of webhooks that takes connections and never says anything. */
async function hangingReceiver(): Promise<{ url: string; taken: Promise<net.Socket>; close(): void }> {
  const taken = Promise.withResolvers<net.Socket>();
  const server = net.createServer((socket) => taken.resolve(socket.on('error', () => {}).resume()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, taken: taken.promise, close: () => server.close() };
}

/** Opens answers over HTTP/2 that are never read. */
async function openUnread(server: TestServer, count: number): Promise<http2.ClientHttp2Session> {
  const session = http2.connect(server.url, { rejectUnauthorized: false });
  session.on('error', () => {});
  const streams = Array.from({ length: count }, () => session.request({ ':path': '/openapi.json' }));
  for (const stream of streams) stream.on('error', () => {});
  await Promise.all(streams.map((stream) => once(stream, 'response')));
  return session;
}

test('A server that stops lets unread answers and deliveries that hang go on side by side, not one after another', async () => {
  const receiver = await hangingReceiver();
  const server = await startTestServer({
    settings: { webhookAllow: '127.0.0.1' },
    stopLimits: { requestsMs: limitMs, deliveriesMs: limitMs },
  });
  const team = (await server.call('/workspace/v1/teams')).json.teams[0].id;
  const body = {
    event_type: 'FILE_COMMENT',
    context: 'team',
    context_id: team,
    endpoint: receiver.url,
    passcode: 'a',
  };
  expect((await server.call('/v2/webhooks', { body })).status).toBe(200);
  const delivery = await receiver.taken;
  const session = await openUnread(server, 20);
  const begunAt = performance.now();
  const msUntil = (ended: Promise<unknown>) => ended.then(() => performance.now() - begunAt);
  const ends = Promise.all([msUntil(once(delivery, 'close')), msUntil(once(session, 'close'))]);
  await server.close();
  const [deliveryMs, answersMs] = await ends;
  expect(Math.min(deliveryMs, answersMs)).toBeGreaterThan(limitMs * 0.9);
  // One after another they would be a whole limit apart; a busy machine delays both.
  expect(Math.abs(deliveryMs - answersMs)).toBeLessThan(limitMs / 2);
  receiver.close();
});

test('A server that begins to stop sends those away who follow a file, and takes no others', async () => {
  const server = await startTestServer({ stopLimits: { requestsMs: 0, deliveriesMs: 0 } });
  const { files } = server.context.live;
  let ended = 0;
  const end = () => {
    ended += 1;
  };
  const follower = { fileKey: fileKeyOf('a'), known: undefined, hear: () => undefined, end };
  files.follow(follower);
  const stopped = server.stop();
  expect(ended).toBe(1);
  expect(() => files.follow(follower)).toThrow(
    expect.objectContaining({ status: 503, headers: { 'retry-after': '1' } }),
  );
  await stopped;
  await server.close();
});
