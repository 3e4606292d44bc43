import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { runVitrine } from '../testing/command-io.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const open: TestServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function started(settings: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer({ settings });
  open.push(server);
  return server;
}

function closeAll(server: http.Server): void {
  server.close();
  server.closeAllConnections();
}

const health = (env: Record<string, string>, ...args: string[]) => runVitrine(['health', ...args], { env });

describe('vitrine health', () => {
  it('asks the port of the interface, whose certificate may be for other names', async () => {
    const { port } = await started();
    const env = { VITRINE_PORT: String(port), VITRINE_HOST: '0.0.0.0' };
    expect(await health(env)).toMatchObject({
      code: 0,
      stdout: `https://127.0.0.1:${port}/healthz answers 200.\n`,
    });
    expect((await health(env, '--ready')).stdout).toBe(`https://127.0.0.1:${port}/readyz answers 200.\n`);
  });

  it('asks the management port where there is one, and tells readiness from health', async () => {
    const server = await started({ managementPort: '0', drainMs: '1s' });
    const env = { VITRINE_MANAGEMENT_PORT: String(server.managementPort) };
    expect((await health(env, '--ready')).code).toBe(0);
    const stopped = server.stop();
    await expect.poll(async () => (await health(env, '--ready')).code).toBe(1);
    expect((await health(env, '--ready')).stderr).toMatch(/ready answers 503: .*The server is stopping\./);
    expect((await health(env)).code).toBe(0);
    await stopped;
    expect(await health(env)).toMatchObject({
      code: 1,
      stderr: `http://127.0.0.1:${server.managementPort}/health does not answer: ECONNREFUSED.\n`,
    });
  });

  it('gives up a server that does not answer', async () => {
    const silent = http.createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => closeAll(silent));
    const { port } = silent.address() as AddressInfo;
    const { code, stderr } = await health({ VITRINE_MANAGEMENT_PORT: String(port) });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/nothing came within 5 seconds/)]);
  });

  it('names a setting that cannot be read', async () => {
    const { code, stderr } = await health({ VITRINE_PORT: 'many' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('VITRINE_PORT')]);
  });
});
