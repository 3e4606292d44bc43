import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
const painted = (fill: number) => {
  const box = (x: number, width: number) => ({
    absoluteBoundingBox: { x, y: 0, width, height: 10 },
    blendMode: 'PASS_THROUGH',
    strokes: [],
    effects: [],
    constraints: { vertical: 'TOP', horizontal: 'LEFT' },
  });
  const fills = [{ blendMode: 'NORMAL', type: 'SOLID', color: { r: fill, g: 0, b: 0, a: 1 } }];
  const dot = { id: '1:2', type: 'RECTANGLE', name: 'Dot', ...box(0, 10), fills };
  const name = 'Card <img src=x>';
  const card = { id: '1:1', type: 'FRAME', name, ...box(0, 100), fills: [], children: [dot] };
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

/** A file of the server with some states, and the versions of the first two. */
async function pushed(...states: object[]) {
  const path = '/workspace/v1/files';
  const { key } = (await server.call(path, { body: { name: 'Shop', project: '1' } })).json;
  const versions: string[] = [];
  for (const body of states)
    versions.push((await server.call(`${path}/${key}/content`, { method: 'PUT', body })).json.version);
  const [from = '', to = ''] = versions;
  return { key, from, to };
}

it('vitrine diff compares two versions of a file of a server', async () => {
  const { key, from, to } = await pushed(design('Buy'), design('Order'), design('Buy'));
  const { code, stdout } = await diff(key, '--from', from, '--to', to);
  expect([code, stdout]).toEqual([0, expect.stringContaining('characters: "Buy" → "Order"')]);
  expect((await diff(key, '--from', from)).stdout).toBe('Nothing changed.\n');
});

it('vitrine diff tells a changed text by its words', async () => {
  await put('a.json', design('Buy it now'));
  await put('b.json', design('Buy it later'));
  const { stdout } = await diff('a.json', 'b.json');
  expect(stdout).toContain('    characters: Buy it [-now-]{+later+}\n');
});

it('vitrine diff is a check of how much of the pictures of frames differs, with a server and without', async () => {
  await put('a.json', painted(1));
  await put('b.json', painted(0));
  const differs = 'Card <img src=x> (1:1): 10 % of its pixels differ.\n';
  const here = await diff('a.json', 'b.json', '--fail-on', 'pixels>9.9%');
  expect(here).toMatchObject({ code: 1, stdout: expect.stringContaining(differs) });
  expect((await diff('a.json', 'b.json', '--fail-on', 'pixels>10%')).code).toBe(0);
  const { key, from } = await pushed(painted(1), painted(0));
  const there = await diff(key, '--from', from, '--fail-on', 'pixels>9.9%', '--json');
  expect(there.code).toBe(1);
  const frame = { kind: 'changed', id: '1:1', pixels: { changed: 100, all: 1000 } };
  expect(there.stdout.split('\n').map((line) => line && JSON.parse(line))).toContainEqual({
    frame: expect.objectContaining(frame),
  });
});

it('vitrine diff writes one page that shows changed frames, loads nothing and runs nothing', async () => {
  await put('a.json', painted(1));
  await put('b.json', painted(0));
  const { code, stdout } = await diff('a.json', 'b.json', '--format', 'html', '-o', 'report/here');
  const path = join(folder, 'report/here/index.html');
  expect([code, stdout]).toEqual([
    0,
    `1 node added, 0 removed, 0 moved, 1 changed.\n${path}\n`.replace('1 node added', '0 nodes added'),
  ]);
  const { key, from } = await pushed(painted(1), painted(0));
  await diff(key, '--from', from, '--format', 'html', '-o', 'report/there');
  for (const place of ['here', 'there']) {
    const page = await readFile(join(folder, 'report', place, 'index.html'), 'utf8');
    expect(page.match(/<img alt="Card &lt;img src=x&gt;: \w+" src="data:image\/png;base64,/g)).toHaveLength(
      3,
    );
    expect(page).toContain("content=\"default-src 'none'; img-src data:; style-src 'sha256-");
    expect(page).toContain(
      'Card &lt;img src=x&gt; <small>Page · 1:1 · changed · 10 % of its pixels differ</small>',
    );
    expect(page).not.toMatch(/<script|<img src=x|https?:/);
  }
});

it.each([
  [['KEY'], 2, '--from is missing.'],
  [['a.json', 'b.json', '--from', '1'], 2, '--from and --to are for a KEY.'],
  [['a.json', 'nowhere.json'], 1, 'There is no file nowhere.json.'],
  [['a.json', 'b.json', '--fail-on', 'x'], 2, '--fail-on is changed, or as pixels>0.1%.'],
  [['a.json', 'b.json', '--fail-on', 'pixels>101%'], 2, '--fail-on is changed, or as pixels>0.1%.'],
  [['a.json', 'b.json', '--format', 'pdf'], 2, '--format is text or html.'],
  [['a.json', 'b.json', '--format', 'html'], 2, '--out is missing.'],
  [['a.json', 'b.json', '-o', 'x'], 2, '--out is for html.'],
  [['a.json', 'b.json', '--scale', '5'], 2, '--scale is a number from 0.01 to 4.'],
  [['KEY', '--from', '1', '--fonts', 'x'], 2, '--images and --fonts are for FILEs.'],
  [['a.json', 'bad.json'], 1, 'cannot be compared: '],
  [[], 2, 'KEY is missing.'],
])('vitrine diff %j ends with %i and says: %s', async (args, code, sentence) => {
  await put('a.json', design('Buy'));
  await put('b.json', design('Buy'));
  await writeFile(join(folder, 'bad.json'), '{"document":');
  const said = await diff(...args);
  expect([said.code, said.stderr]).toEqual([code, expect.stringContaining(sentence)]);
});
