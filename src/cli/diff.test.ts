import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runVitrine } from '../testing/command-io.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-diff-test-'));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const diff = (...args: string[]) =>
  runVitrine(['diff', ...args], {
    cwd: folder,
    env: { VITRINE_URL: server.url, VITRINE_DATA: server.folder },
  });

const design = (characters: string, ...more: object[]) => {
  const text = { id: '1:2', type: 'TEXT', name: 'Label\u001b[31m', characters };
  const card = { id: '1:1', type: 'FRAME', name: 'Card', children: [text, ...more] };
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children: [card] };
  return { document: { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] } };
};
const put = (name: string, content: object) => writeFile(join(folder, name), JSON.stringify(content));

it('vitrine diff tells what changed between two files without a server', async () => {
  await put('a.json', design('Buy'));
  await put('b.json', design('Order', { id: '1:3', type: 'FRAME', name: 'Icon' }));
  const shown = [
    '~ changed TEXT "Label\ufffd[31m" (1:2) in Page / Card',
    '    characters: "Buy" → "Order"',
    '+ added FRAME "Icon" (1:3) in Page / Card',
    '1 node added, 0 removed, 0 moved, 1 changed.',
  ];
  expect(await diff('a.json', 'b.json')).toMatchObject({ code: 0, stdout: `${shown.join('\n')}\n` });
  const same = await diff('a.json', 'a.json', '--fail-on', 'changed');
  expect(same).toMatchObject({ code: 0, stdout: 'Nothing changed.\n' });
  const check = await diff('a.json', 'b.json', '--json', '--fail-on', 'changed');
  expect(check.code).toBe(1);
  const lines = check.stdout.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { kind: 'changed', id: '1:2' },
    { kind: 'added', id: '1:3' },
    { summary: { added: 1, removed: 0, moved: 0, changed: 1 } },
  ]);
});

it('vitrine diff compares two versions of a file of a server', async () => {
  const path = '/workspace/v1/files';
  const { key } = (await server.call(path, { body: { name: 'Shop', project: '1' } })).json;
  const push = async (body: object) =>
    (await server.call(`${path}/${key}/content`, { method: 'PUT', body })).json.version as string;
  const from = await push(design('Buy'));
  const to = await push(design('Order'));
  await push(design('Buy'));
  const { code, stdout } = await diff(key, '--from', from, '--to', to);
  expect([code, stdout]).toEqual([0, expect.stringContaining('characters: "Buy" → "Order"')]);
  expect((await diff(key, '--from', from)).stdout).toBe('Nothing changed.\n');
});

it.each([
  [['KEY'], 2, '--from is missing.'],
  [['a.json', 'b.json', '--from', '1'], 2, '--from and --to are for a KEY.'],
  [['a.json', 'nowhere.json'], 1, 'There is no file nowhere.json.'],
  [['a.json', 'b.json', '--fail-on', 'x'], 2, '--fail-on is changed.'],
  [['a.json', 'bad.json'], 1, 'cannot be compared: '],
  [[], 2, 'KEY is missing.'],
])('vitrine diff %j ends with %i and says: %s', async (args, code, sentence) => {
  await put('a.json', design('Buy'));
  await put('b.json', design('Buy'));
  await writeFile(join(folder, 'bad.json'), '{"document":');
  const said = await diff(...args);
  expect([said.code, said.stderr]).toEqual([code, expect.stringContaining(sentence)]);
});
