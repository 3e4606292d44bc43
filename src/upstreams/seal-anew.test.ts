import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';
import { openToken } from './sealed-token.ts';
import { allUpstreams } from './upstreams-store.ts';

const token = 'figd_an-example-of-a-token';
const [first, second] = ['the first secret of an installation', 'the second secret of an installation'];

it('The token of an upstream is sealed with the present secret by a start that knows the one before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-sealed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const during = async <T>(
    settings: Record<string, string>,
    work: (server: Awaited<ReturnType<typeof startTestServer>>) => Promise<T>,
  ): Promise<T> => {
    const server = await startTestServer({ folder, settings });
    return work(server).finally(server.close);
  };
  const opens = async (secret: string, server: Awaited<ReturnType<typeof startTestServer>>) => {
    const [upstream] = await allUpstreams(server.context.database);
    return upstream && openToken(() => [`${secret}\n`], upstream.id, upstream.sealedToken);
  };
  await during({ secret: first }, async (server) => {
    const body = { name: 'elsewhere', base_url: 'https://design.invalid', token, organization: '1' };
    expect((await server.call('/workspace/v1/upstreams', { body })).status).toBeLessThan(300);
    expect([await opens(first, server), await opens(second, server)]).toEqual([token, undefined]);
  });
  await during({ secret: second, oldSecret: first }, async (server) => {
    expect([await opens(first, server), await opens(second, server)]).toEqual([undefined, token]);
  });
});
