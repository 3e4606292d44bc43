import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startVitrine, type Vitrine, type WorkspaceFile } from './start-vitrine.ts';

const shop = join(import.meta.dirname, '../../fixtures/sample/workspace.yaml');
const world: WorkspaceFile = {
  organizations: [{ id: 'acme', name: 'Acme' }],
  users: [
    {
      id: 'ann',
      handle: 'Ann',
      email: 'ann@example.com',
      organization: 'acme',
      tokens: [{ name: 'all', token: 'ann', scopes: 'all' }],
    },
  ],
  teams: [{ id: 'core', name: 'Core', organization: 'acme', members: [{ user: 'ann', role: 'admin' }] }],
};

let vitrine: Vitrine;
beforeAll(async () => {
  vitrine = await startVitrine({ workspace: shop });
});
afterAll(() => vitrine?.stop());

const get = async (path: string, token: string, base = vitrine.httpUrl) => {
  const dispatcher = new Agent({ connect: { ca: vitrine.ca } });
  const answer = await fetch(base + path, { dispatcher, headers: { 'X-Service-Token': token } });
  const json = (await answer.json()) as Record<string, unknown>;
  await dispatcher.close();
  return { status: answer.status, json };
};

it('A server for tests answers by TLS and without it, with the workspace that it was given', async () => {
  for (const base of [vitrine.url, vitrine.httpUrl]) {
    const { status, json } = await get('/v1/files/LumenLibrary2026design/meta', vitrine.adminToken, base);
    expect([status, Object.keys(json)]).toEqual([200, ['file']]);
  }
});

it('Worlds of one server for tests have names of their own', async () => {
  const [one, other] = [await vitrine.world(world), await vitrine.world(world)];
  expect(one.id('core')).not.toBe(other.id('core'));
  const projects = (team: string) => get(`/v1/teams/${team}/projects`, one.token('ann'));
  expect((await projects(one.id('core'))).status).toBe(200);
  expect((await projects(other.id('core'))).status).toBe(403);
  expect(() => one.token('ben')).toThrow('The world has no token "ben".');
  expect(() => one.id('toString')).toThrow('The world has no id "toString".');
});

it('A server for tests fails on request, tells what it received, and forgets all of it at a reset', async () => {
  const { token } = await vitrine.world(world);
  await vitrine.reset();
  const again = await vitrine.world(world);
  await vitrine.faults.add({ operation: 'getMe', times: 1, status: 503 });
  const statuses = [await get('/v1/me', again.token('ann')), await get('/v1/me', again.token('ann'))];
  expect(statuses.map(({ status }) => status)).toEqual([503, 200]);
  const received = await vitrine.requests();
  expect(received.map(({ operation, status }) => [operation, status])).toEqual([
    ['getMe', 503],
    ['getMe', 200],
  ]);
  await vitrine.faults.add({ operation: 'getMe', times: 1, status: 503 });
  await vitrine.faults.clear();
  expect((await get('/v1/me', again.token('ann'))).status).toBe(200);
  await vitrine.reset();
  expect(await vitrine.requests()).toEqual([]);
  expect((await get('/v1/me', token('ann'))).status).toBe(403);
  expect((await get('/v1/files/LumenLibrary2026design/meta', vitrine.adminToken)).status).toBe(200);
});

it('The clock of a server for tests moves on demand', async () => {
  const before = await vitrine.advance('1s');
  const after = await vitrine.advance('2h');
  expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(2 * 3_600_000);
});

it('A server for tests says what is wrong with a setting, a workspace or a call', async () => {
  await expect(startVitrine({ settings: { VITRINE_LOG_LEVEL: 'loud' } })).rejects.toThrow(
    /^Vitrine did not start\.\n.*VITRINE_LOG_LEVEL/s,
  );
  await expect(vitrine.world('nowhere.yaml')).rejects.toThrow('There is no workspace file nowhere.yaml.');
  await expect(vitrine.advance('soon')).rejects.toThrow(
    /^POST \/test\/v1\/clock was refused with 400: .*advance/,
  );
});

it('A server for tests ends, and its data go, when the process that started it is killed', async () => {
  const module = join(import.meta.dirname, 'start-vitrine.ts');
  const script = `const { startVitrine } = await import(${JSON.stringify(module)});
    const { caPath, url } = await startVitrine(); console.log(JSON.stringify({ caPath, url })); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  const [line] = await once(child.stdout, 'data');
  const { caPath, url } = JSON.parse(String(line));
  child.kill('SIGKILL');
  const folder = dirname(dirname(dirname(caPath)));
  expect(existsSync(folder)).toBe(true);
  const answers = async () =>
    fetch(url, { dispatcher: new Agent({ connect: { rejectUnauthorized: false } }) }).then(
      () => true,
      () => false,
    );
  for (let tries = 0; existsSync(folder) && tries < 400; tries++) await sleep(50);
  expect([existsSync(folder), await answers()]).toEqual([false, false]);
});
