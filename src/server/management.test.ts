import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';
import { type Management, openManagement } from './management.ts';

let management: Management;
let whyNot: string | undefined;
beforeEach(async () => {
  whyNot = undefined;
  management = await openManagement({ port: 0, host: '127.0.0.1' }, { whyNot: async () => whyNot });
});
afterEach(() => management.close());

const call = (path: string, init?: RequestInit, { port } = management) =>
  fetch(`http://127.0.0.1:${port}${path}`, init);
const statusOf = async (path: string, init?: RequestInit) => (await call(path, init)).status;

describe('The port for those who watch', () => {
  it('says in plain HTTP, to anybody, that the process answers and whether requests should come', async () => {
    expect(await (await call('/health')).json()).toEqual({ status: 'ok' });
    expect(await (await call('/ready')).json()).toEqual({ status: 'ready' });
    whyNot = 'The server is stopping.';
    const answer = await call('/ready?verbose');
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ err: whyNot })]);
    expect(await statusOf('/health')).toBe(200);
  });

  it('shows measurements once there are some, made once for all who wait', async () => {
    expect(await statusOf('/metrics')).toBe(503);
    let made = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    management.measure(async () => {
      made += 1;
      await promise;
      return { text: 'vitrine_up 1\n', contentType: 'text/plain; version=0.0.4' };
    });
    const answers = Promise.all([call('/metrics'), call('/metrics'), call('/metrics')]);
    await expect.poll(() => made).toBe(1);
    resolve();
    for (const answer of await answers) {
      expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4');
      expect(await answer.text()).toBe('vitrine_up 1\n');
    }
  });

  it('hides how measuring failed, and goes on', async () => {
    management.measure(() => Promise.reject(new Error('no')));
    await expect(call('/metrics')).rejects.toThrow();
    expect(await statusOf('/health')).toBe(200);
  });

  it.each([
    ['/', 'GET'],
    ['/v1/me', 'GET'],
    ['/healthz', 'GET'],
    ['/health/', 'GET'],
    ['/toString', 'GET'],
    ['/openapi.json', 'GET'],
    ['/health', 'POST'],
    ['/metrics', 'DELETE'],
  ])('knows nothing else: %s by %s', async (path, method) => {
    expect(await statusOf(path, { method })).toBe(404);
  });

  it('answers HEAD without a body', async () => {
    const answer = await call('/health', { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      '15',
      '',
    ]);
  });

  it('hangs up on heads that are long, and on the oldest connection where there are more than a hundred', async () => {
    expect(await statusOf('/health', { headers: { filler: 'x'.repeat(10_000) } })).toBe(431);
    const open = async () => {
      const socket = net.connect(management.port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      return socket;
    };
    const sockets = await Promise.all(Array.from({ length: 100 }, open));
    const oldestEnds = once(sockets[0]!, 'close');
    expect(await statusOf('/health')).toBe(200);
    await oldestEnds;
    for (const socket of sockets) socket.destroy();
  });
});

describe('A server that has such a port', () => {
  it('shows there what it measures, and that it drains, while it still takes requests', async () => {
    const server = await startTestServer({ settings: { managementPort: '0', drainMs: '1s' } });
    const watched = { port: server.managementPort as number } as Management;
    const ready = async () => (await call('/ready', {}, watched)).status;
    expect(await ready()).toBe(200);
    expect(await (await call('/metrics', {}, watched)).text()).toContain('vitrine_requests_total');
    expect(await overTls(server.port, '/readyz')).toEqual({ status: 200, connection: 'keep-alive' });
    const closed = server.stop();
    await expect.poll(ready).toBe(503);
    expect(await overTls(server.port, '/healthz')).toEqual({ status: 200, connection: 'close' });
    expect(await overTls(server.port, '/readyz')).toEqual({ status: 503, connection: 'close' });
    await closed;
    await expect(ready()).rejects.toThrow();
    await server.close();
  });

  it('does not start where that port is its own, or taken', async () => {
    const refusal = (managementPort: number) =>
      startTestServer({ settings: { port: '7700', managementPort: String(managementPort) } });
    await expect(refusal(7700)).rejects.toThrow(/^VITRINE_MANAGEMENT_PORT names the port of the interface/);
    await expect(refusal(management.port)).rejects.toThrow(
      `VITRINE_MANAGEMENT_PORT: The port ${management.port} of 127.0.0.1 is taken by another program.`,
    );
  });
});

const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

async function overTls(
  port: number,
  path: string,
): Promise<{ status: number | undefined; connection: string | undefined }> {
  const asked = https.get({ port, path, host: '127.0.0.1', rejectUnauthorized: false, agent });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode, connection: answer.headers.connection };
}
