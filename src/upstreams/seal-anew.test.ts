import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';
import { openGrant } from './sealed-grant.ts';
import { openToken } from './sealed-token.ts';
import { allUpstreams } from './upstreams-store.ts';

const token = 'figd_an-example-of-a-token';
const [first, second] = ['the first secret of an installation', 'the second secret of an installation'];

type Server = Awaited<ReturnType<typeof startTestServer>>;

/** A server for as long as the work takes. */
async function during<T>(folder: string, settings: object, work: (server: Server) => Promise<T>): Promise<T> {
  const server = await startTestServer({ folder, settings: { ...settings } });
  return work(server).finally(server.close);
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-sealed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** The token as each of the secrets opens it. */
async function opened({ context }: Server): Promise<(string | undefined)[]> {
  const [upstream] = await allUpstreams(context.database);
  return [first, second].map(
    (secret) => upstream && openToken(() => [`${secret}\n`], upstream.id, upstream.sealedToken),
  );
}

async function addUpstream(server: Server): Promise<void> {
  const body = { name: 'elsewhere', base_url: 'https://design.invalid', token, organization: '1' };
  expect((await server.call('/workspace/v1/upstreams', { body })).status).toBeLessThan(300);
  expect(await opened(server)).toEqual([token, undefined]);
}

it('The token of an upstream is sealed with the present secret by a start that knows the one before', async () => {
  const folder = await makeFolder();
  await during(folder, { secret: first }, addUpstream);
  const changed = { secret: second, oldSecret: first };
  expect(await during(folder, changed, opened)).toEqual([undefined, token]);
});

it('So is the grant of one whose token is refreshed', async () => {
  const folder = await makeFolder();
  const grant = { client_id: 'app', client_secret: 'secret', refresh_token: 'refresh' };
  const openedGrants = async ({ context }: Server) => {
    const [upstream] = await allUpstreams(context.database);
    return [first, second].map(
      (secret) => upstream && openGrant(() => [`${secret}\n`], upstream.id, upstream.sealedGrant ?? ''),
    );
  };
  const kept = { client: 'app', clientSecret: 'secret', refreshToken: 'refresh' };
  await during(folder, { secret: first }, async (server) => {
    const body = { name: 'elsewhere', base_url: 'https://design.invalid', grant, organization: '1' };
    expect((await server.call('/workspace/v1/upstreams', { body })).status).toBeLessThan(300);
    expect(await openedGrants(server)).toEqual([kept, undefined]);
  });
  const changed = { secret: second, oldSecret: first };
  expect(await during(folder, changed, openedGrants)).toEqual([undefined, kept]);
});

it('The token of an upstream in a backup is sealed with the secret of the installation that it is restored to', async () => {
  const body = await during(await makeFolder(), { secret: first }, async (server) => {
    await addUpstream(server);
    return (await server.call('/workspace/v1/backup')).bytes;
  });
  await during(await makeFolder(), { secret: second }, async (server) => {
    expect((await server.call('/workspace/v1/backup', { method: 'PUT', body })).status).toBe(200);
    expect(await opened(server)).toEqual([undefined, token]);
  });
});
