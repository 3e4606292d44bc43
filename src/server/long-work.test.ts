import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longestStepMs } from '../testing/longest-step.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** What took a second and more in one piece takes some ten milliseconds a step now. */
const longestMs = 250;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const newFile = async (name: string): Promise<string> =>
  (await server.call('/workspace/v1/files', { body: { name, project: '1' } })).json.key;

async function putNodes(key: string, nodes: readonly object[], maps: object): Promise<void> {
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: nodes };
  const document = { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] };
  const body = JSON.stringify({ document, ...maps });
  const put = await server.call(`/workspace/v1/files/${key}/content`, { method: 'PUT', body });
  expect(put.status).toBe(200);
}

const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

test('publishing a large library and reading it yield in between', async () => {
  const key = await newFile('Library');
  const nodes = many(30_000, (at) => ({ id: `1:${at}`, name: `Part ${at}`, type: 'COMPONENT' }));
  const entries = nodes.map(({ id, name }, at) => [
    id,
    { key: `k${(at * 7919) % 30_011}`, name, description: 'x' },
  ]);
  await putNodes(key, nodes, { components: Object.fromEntries(entries) });
  const publishing = () => server.call(`/workspace/v1/files/${key}/publish`, { body: {} });
  expect(await longestStepMs(publishing)).toBeLessThan(longestMs);
  const reading = () => server.call(`/v1/files/${key}/components`);
  expect(await longestStepMs(reading)).toBeLessThan(longestMs);
  const { components } = (await reading()).json.meta;
  expect(components.map(({ node_id }: { node_id: string }) => node_id)).toEqual(nodes.map(({ id }) => id));
});

test('addresses of very many images yield in between', async () => {
  const key = await newFile('Pictures');
  const absoluteBoundingBox = { x: 0, y: 0, width: 0, height: 0 };
  const nodes = many(25_000, (at) => ({ id: `1:${at}`, name: '', type: 'RECTANGLE', absoluteBoundingBox }));
  await putNodes(key, nodes, {});
  const ids = nodes.map(({ id }) => id).join(',');
  // Over HTTP/2 this client sends no address of that length.
  const ca = readFileSync(join(server.folder, 'tls', 'ca.pem'));
  const dispatcher = new Agent({ allowH2: false, connect: { ca } });
  const asking = async () => {
    const headers = { 'x-service-token': server.adminToken };
    const address = `${server.url}/v1/images/${key}?format=svg&ids=${ids}`;
    const { statusCode, body } = await request(address, { dispatcher, headers });
    expect([statusCode, Object.keys(Object(await body.json()).images)]).toEqual([
      200,
      nodes.map(({ id }) => id),
    ]);
  };
  expect(await longestStepMs(asking)).toBeLessThan(longestMs);
  await dispatcher.close();
});

test('messages of agents that come at once are taken up one by one', async () => {
  const connect = { ca: readFileSync(join(server.folder, 'tls', 'ca.pem')) };
  const dispatcher = new Agent({ allowH2: false, connect, connections: 300 });
  const headers = {
    'x-service-token': server.adminToken,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const call = { name: 'whoami', arguments: {} };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
  const asking = async () => {
    const answer = await request(`${server.url}/mcp`, { dispatcher, method: 'POST', headers, body });
    return [answer.statusCode, (await answer.body.text()).includes('Administrator')];
  };
  const all = () => Promise.all(many(300, asking));
  expect(await all()).toEqual(many(300, () => [200, true]));
  expect(await longestStepMs(all)).toBeLessThan(longestMs);
  await dispatcher.close();
});
