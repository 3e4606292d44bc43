import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyOrganization, visibleOrganizations } from './only-organization.ts';
import { plannedList } from './planned-call.ts';
import { connectTo, type ServerClient } from './server-client.ts';

const team = (id: string, organization: string) => ({ id, name: `Team ${id}`, organization });
const pages: Readonly<Record<string, object>> = {
  '/workspace/v1/teams': { teams: [team('1', '7')], next_cursor: 'second page' },
  '/workspace/v1/teams?cursor=second+page': { teams: [team('2', '8')] },
  '/workspace/v1/projects?team=1': { projects: [], next_cursor: 'next' },
  '/workspace/v1/projects?team=1&cursor=next': { projects: [{ id: '3' }] },
};

let organizations: readonly string[] | undefined;
const answerOf = (url: string): [number, unknown] => {
  if (!url.startsWith('/workspace/v1/organizations')) return [200, pages[url]];
  if (url === '/workspace/v1/organizations/8') return [200, { id: '8', name: 'Own', plan: 'starter' }];
  if (url === '/workspace/v1/organizations/7') return [404, { status: 404, err: 'Organization not found' }];
  if (organizations === undefined) return [403, { status: 403, err: 'For who administers it.' }];
  return [200, { organizations: organizations.map((id) => ({ id })) }];
};

let server: Server;
let client: ServerClient;
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const [status, answer] = answerOf(url);
    response.writeHead(status).end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = connectTo({ url, token: 't', trusted: undefined });
});
afterAll(async () => {
  await client.close();
  server.close();
});

describe('the command line', () => {
  it('reads all pages of a list as one, with what was asked for on each', async () => {
    expect(await plannedList('GET /workspace/v1/projects', { query: { team: '1' } })(client)).toEqual({
      projects: [{ id: '3' }],
    });
  });

  it('asks which organization is meant where a team beyond the first page is in another', async () => {
    organizations = undefined;
    await expect(onlyOrganization(client)).rejects.toThrow('You see 7, 8.');
  });

  it('asks an administrator of the installation also where an organization has no team', async () => {
    organizations = ['7', '9'];
    await expect(onlyOrganization(client)).rejects.toThrow('You see 7, 9.');
    organizations = ['9'];
    expect(await onlyOrganization(client)).toBe('9');
  });

  it('lists to others than that administrator the organizations they belong to, of those of their teams', async () => {
    organizations = undefined;
    expect(await visibleOrganizations(client)).toEqual([{ id: '8', name: 'Own', plan: 'starter' }]);
  });
});
