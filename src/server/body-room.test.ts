import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { request } from 'node:https';
import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { castWorkspace, tokens } from '../testing/cast.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { roomForBodies, senderOf } from './body-room.ts';

const mebibyte = 2 ** 20;

let server: TestServer;
const opened: ClientRequest[] = [];
beforeEach(async () => {
  server = await startTestServer({ workspace: castWorkspace() });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const one of opened.splice(0)) one.destroy();
  await server.close();
});

/** A change of a file that is not there. */
const path = '/workspace/v1/files/nowhere/nodes';
const bodyOf = (sizeBytes: number): string =>
  JSON.stringify({ operations: [{ op: 'insert', parent: '1:1', node: { x: 'x'.repeat(sizeBytes) } }] });

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

test('Work on the largest bodies of several callers holds up no body of a usual size', async () => {
  await server.call('/test/v1/faults', { body: { operation: 'patchNodes', times: mostBegun, delay: '1h' } });
  send(tokens.alice, 16 * mebibyte - 100);
  send(tokens.dan, 16 * mebibyte - 100);
  await expect.poll(begun).toBe(2);
  send(tokens.bob, 100_000);
  await expect.poll(begun).toBe(3);
});

test('Bodies that come slowly are given up for those of others once they have had their time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const callers = [tokens.alice, tokens.bob, tokens.carla, tokens.dan];
  const slow = callers.flatMap((token) =>
    Array.from({ length: 4 }, () => open(token, 16 * mebibyte, { expect: '100-continue' })),
  );
  await Promise.all(slow.map((one) => once(one, 'continue')));
  for (const one of slow) one.write('{');
  const givenUp: number[] = [];
  for (const one of slow) one.on('response', ({ statusCode = 0 }) => givenUp.push(statusCode));
  const answered = vi.fn();
  const waiting = statusOf(send(server.adminToken, 2 * mebibyte)).then(answered);
  expect(await statusOf(send(server.adminToken, 100_000))).toBe(404);
  await vi.advanceTimersByTimeAsync(150_000);
  expect(await statusOf(send(server.adminToken, 100_000))).toBe(404);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20_000);
  await waiting;
  expect(answered).toHaveBeenCalledWith(404);
  // The others have their room for as long as nobody else needs it.
  expect(await statusOf(send(server.adminToken, 2 * mebibyte))).toBe(404);
  expect(givenUp).toEqual([408]);
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

describe('Room for bodies', () => {
  const roomOf = (caller: string, bodies: ReturnType<typeof roomForBodies>) =>
    bodies({ party: { organization: '1', caller }, hangUp: () => new AbortController().signal });
  const soon = () => new Promise(setImmediate);
  const fake = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  /** Four callers who hold all that there is for large bodies. */
  const filled = async (bodies: ReturnType<typeof roomForBodies>): Promise<AbortSignal[]> => {
    const callers = ['a', 'b', 'c', 'd'].map((caller) => roomOf(caller, bodies));
    return Promise.all(
      callers.flatMap((room) => Array.from({ length: 4 }, () => room.forBytes(16 * mebibyte))),
    );
  };

  test('is there for one body above 16 MB at a time, of whoever', async () => {
    const bodies = roomForBodies();
    const [first, other] = [roomOf('a', bodies), roomOf('b', bodies)];
    const begun: string[] = [];
    await first.forBytes(100 * mebibyte);
    await first.forValue(100 * mebibyte);
    first.leaveBytes();
    await other.forBytes(17 * mebibyte).then(() => begun.push('bytes'));
    const value = other.forValue(17 * mebibyte).then(() => begun.push('value'));
    await roomOf('c', bodies).forValue(16 * mebibyte);
    await soon();
    expect(begun).toEqual(['bytes']);
    first.leave();
    await value;
  });

  test('is waited for by a hundred bodies of a caller at the most', async () => {
    const bodies = roomForBodies();
    await filled(bodies);
    const one = roomOf('a', bodies);
    for (let count = 1; count <= 100; count += 1) one.forBytes(2 * mebibyte).catch(() => {});
    await expect(one.forBytes(2 * mebibyte)).rejects.toMatchObject({
      status: 503,
      headers: { 'retry-after': '10' },
    });
    const ofOther = vi.fn();
    roomOf('e', bodies)
      .forBytes(2 * mebibyte)
      .catch(ofOther);
    await soon();
    expect(ofOther).not.toHaveBeenCalled();
  });

  test('is waited for no longer than five minutes', async () => {
    fake();
    const bodies = roomForBodies();
    await filled(bodies);
    const refused = vi.fn();
    const waited = roomOf('e', bodies)
      .forBytes(2 * mebibyte)
      .catch(refused);
    vi.advanceTimersByTime(299_000);
    await soon();
    expect(refused).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    await waited;
    expect(refused).toHaveBeenCalledWith(expect.objectContaining({ status: 503 }));
  });

  test('is left to slow bodies whose caller alone waits for more, and as long as nobody waits', async () => {
    fake();
    const bodies = roomForBodies();
    const signals = await filled(bodies);
    roomOf('a', bodies)
      .forBytes(2 * mebibyte)
      .catch(() => {});
    vi.advanceTimersByTime(250_000);
    expect(signals.some(({ aborted }) => aborted)).toBe(false);
    roomOf('e', bodies)
      .forBytes(2 * mebibyte)
      .catch(() => {});
    vi.advanceTimersByTime(1_000);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  test('is left by a slow body without a caller whoever waits', async () => {
    fake();
    const strangers = roomForBodies()(senderOf({} as FastifyRequest, () => new AbortController().signal));
    const overdue = await strangers.forBytes(mebibyte);
    vi.advanceTimersByTime(30_000);
    expect(overdue.aborted).toBe(false);
    vi.advanceTimersByTime(10_000);
    expect(overdue.aborted).toBe(true);
  });
});
