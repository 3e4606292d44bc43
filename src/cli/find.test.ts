import { afterAll, beforeAll, expect, it } from 'vitest';
import { runVitrine } from '../testing/command-io.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  const label = { id: '1:2', type: 'TEXT', name: 'Label\u001b[31m', characters: 'Buy now' };
  const card = { id: '1:1', type: 'FRAME', name: 'Card', children: [label] };
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children: [card] };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  const made = await server.call('/workspace/v1/files', { body: { name: 'Shop', project: '1' } });
  key = made.json.key;
  await server.call(`/workspace/v1/files/${key}/content`, { method: 'PUT', body: { document } });
});
afterAll(() => server?.close());

const find = (...args: string[]) =>
  runVitrine(['find', ...args], {
    cwd: server.folder,
    env: { VITRINE_URL: server.url, VITRINE_DATA: server.folder },
  });

it('vitrine find --selector prints nodes with the properties that were asked for', async () => {
  const shown = `${key} 1:2 TEXT "Label\ufffd[31m" in Page / Card\n    characters: "Buy now"\n`;
  const asked = ['--selector', 'FRAME > TEXT', '--file', key, '--properties', 'characters'];
  expect(await find(...asked)).toMatchObject({ code: 0, stdout: shown });
  expect(await find(...asked, '--fail-on', 'found')).toMatchObject({ code: 1 });
  expect(await find('--selector', 'GROUP', '--project', '1', '--fail-on', 'found')).toMatchObject({
    code: 0,
    stdout: '',
  });
});

it('vitrine find WORDS prints what is found, with the text in which the words stand', async () => {
  const shown = `${key} 1:2 TEXT "Label\ufffd[31m" in Shop / Page / Card\n    Buy now\n`;
  await expect.poll(async () => (await find('buy', 'now')).stdout, { interval: 200 }).toBe(shown);
  const { stdout } = await find('buy', '--json', '--most', '1');
  expect(JSON.parse(stdout)).toMatchObject({ file_key: key, node_id: '1:2', snippet: 'Buy now' });
});

it.each([
  [[], 'It takes words, or --selector.'],
  [['--selector', 'TEXT'], 'It takes one of --file, --project and --team.'],
  [['a', '--selector', 'TEXT', '--file', 'x'], 'It takes words or --selector.'],
  [['a', '--most', '0'], '--most is a number from 1 on.'],
  [['a', '--fail-on', 'x'], '--fail-on is found.'],
])('vitrine find %j is wrong usage', async (args, sentence) => {
  expect(await find(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
});
