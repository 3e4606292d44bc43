import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { castWorkspace, files } from '../testing/cast.ts';
import { onServersOfBothEngines } from '../testing/server-on-both-engines.ts';

const count = 40_000;
const ways = {
  different: Array.from({ length: count }, (_, index) => index.toString(36)),
  'the same': Array.from({ length: count }, () => '1:2'),
};

/** Every operation that takes a list in its query: its path, the parameter, and what is expected of each way. */
const queries = [
  [`/v1/files/${files.open}`, 'ids'],
  [`/v1/files/${files.open}`, 'plugin_data'],
  [`/v1/files/${files.open}/nodes`, 'ids'],
  [`/v1/images/${files.open}`, 'ids'],
  [`/v1/files/${files.open}/dev_resources`, 'node_ids'],
  ['/v1/activity_logs', 'events'],
  ['/v1/developer_logs', 'token'],
  ['/v1/developer_logs', 'token_name'],
  ['/v1/developer_logs', 'user_email'],
  ['/v1/developer_logs', 'ip_address'],
] as const;

const variables = `/v1/files/${files.open}/variables`;
const link = (id: string) => ({
  file_key: files.open,
  node_id: id,
  name: 'n',
  url: `https://a.example/${id}`,
});

/** Every operation whose body holds a list of things by their ids. */
const bodies = [
  ['POST', '/v1/dev_resources', 'dev_resources', link],
  ['PUT', '/v1/dev_resources', 'dev_resources', (id: string) => ({ id, name: 'n' })],
  ['POST', variables, 'variables', (id: string) => ({ action: 'DELETE', id })],
  ['POST', variables, 'variableCollections', (id: string) => ({ action: 'DELETE', id })],
  ['POST', variables, 'variableModes', (id: string) => ({ action: 'DELETE', id })],
] as const;

const scopes = 'all' as const;
const workspace = castWorkspace();
workspace.users?.[0]?.tokens?.push(
  { name: 'app', token: 'oauth-token', scopes, kind: 'oauth' },
  { name: 'plan', token: 'plan-token', scopes: ['org:developer_log_read'], kind: 'plan' },
  { name: 'all', token: 'own-token', scopes },
);

/** Each operation's own kind of token. */
function headersFor(path: string): Record<string, string> {
  if (path === '/v1/activity_logs') return { authorization: 'Bearer oauth-token' };
  return { 'x-service-token': path === '/v1/developer_logs' ? 'plan-token' : 'own-token' };
}

onServersOfBothEngines('Forty thousand ids', workspace, ({ server }) => {
  let dispatcher: Agent;
  beforeAll(() => {
    dispatcher = new Agent({ allowH2: false, connect: { ca: readFileSync(server().caPath as string) } });
  });
  afterAll(() => dispatcher?.close());

  describe.each(queries)('at %s in "%s"', (path, name) => {
    it.each(Object.entries(ways))('that are %s are answered or refused with 400', async (_title, ids) => {
      const answer = await request(`${server().url}${path}?${name}=${ids.join(',')}`, {
        dispatcher,
        headers: headersFor(path),
      });
      await answer.body.dump();
      expect([200, 400, 404]).toContain(answer.statusCode);
    });
  });

  it.each(bodies)(
    'in the body of %s %s under "%s" are answered or refused',
    async (method, path, name, of) => {
      const answer = await request(server().url + path, {
        dispatcher,
        method,
        headers: { ...headersFor(path), 'content-type': 'application/json' },
        body: JSON.stringify({ [name]: ways.different.map(of as (id: string) => object) }),
      });
      await answer.body.dump();
      expect([200, 400, 413]).toContain(answer.statusCode);
    },
  );
});
