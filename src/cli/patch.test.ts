import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runVitrine } from '../testing/command-io.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  const label = { id: '1:2', type: 'TEXT', name: 'Label', characters: 'Buy now' };
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children: [label] };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  const made = await server.call('/workspace/v1/files', { body: { name: 'Shop', project: '1' } });
  key = made.json.key;
  await server.call(`/workspace/v1/files/${key}/content`, { method: 'PUT', body: { document } });
});
afterAll(() => server?.close());

const vitrine = (...args: string[]) =>
  runVitrine(args, { cwd: server.folder, env: { VITRINE_URL: server.url, VITRINE_DATA: server.folder } });
const saved = async (content: unknown): Promise<string> => {
  await writeFile(join(server.folder, 'change.json'), JSON.stringify(content));
  return 'change.json';
};
const set = (id: string, properties: object) => ({ op: 'set', id, properties });

it('vitrine patch changes nodes as a file says, and tells what was made', async () => {
  const node = { type: 'FRAME', name: 'New' };
  const file = await saved([set('1:2', { characters: 'Order' }), { op: 'insert', parent: '0:1', node }]);
  const { code, stdout } = await vitrine('patch', key, file, '--message', 'By command');
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^Operation 1 made \d+:1\.\n2 nodes changed; version \d+\.\n$/),
  ]);
  const told = await vitrine(
    'patch',
    key,
    await saved({ operations: [set('1:2', { opacity: 0.5 })] }),
    '--json',
  );
  expect(JSON.parse(told.stdout)).toMatchObject({ changed: 1, ids: {}, notes: [] });
});

it.each([
  [{ operations: [] }, 'expected a list that is not empty'],
  [[set('9:9', { opacity: 1 })], 'no node "9:9"'],
])('vitrine patch says what is wrong with %j', async (content, words) => {
  expect(await vitrine('patch', key, await saved(content))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(words),
  });
});

it.runIf(process.platform === 'linux')(
  'vitrine patch and others read neither a device nor a folder without end',
  async () => {
    for (const [args, file] of [
      [['patch', key], '/dev/zero'],
      [['patch', key], server.folder],
      [['variables', 'import', '--file', key], '/dev/zero'],
      [['apply'], '/dev/zero'],
    ] as const) {
      const { code, stderr } = await vitrine(...args, file);
      expect([args, code, stderr.split('\n')[0]]).toEqual([
        args,
        1,
        expect.stringMatching(/cannot be read(: it has more than [\d,]+ bytes|: it is a folder)\.$/),
      ]);
    }
  },
);

it.runIf(process.platform === 'linux')('vitrine patch reads what a pipe says', async () => {
  const path = join(server.folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const said = vitrine('patch', key, 'pipe');
  await writeFile(path, JSON.stringify([set('1:2', { name: 'By a pipe' })]));
  expect((await said).code).toBe(0);
});

it('vitrine file merge brings a branch and its main file together, and asks for a side where both differ', async () => {
  const { stdout } = await vitrine('file', 'branch', key, '--name', 'Idea', '--json');
  const branch = JSON.parse(stdout).key;
  await vitrine('patch', branch, await saved([set('1:2', { characters: 'Theirs' })]));
  await vitrine('patch', key, await saved([set('1:2', { characters: 'Ours' })]));
  const refused = await vitrine('file', 'merge', key, branch);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(
      /Both changed one thing differently.*\n {2}1:2\.characters {2}Both changed it\. ours "Ours", theirs "Theirs"\n$/,
    ),
  ]);
  const merged = await vitrine('file', 'merge', key, branch, '--take', '1:2.characters=theirs');
  expect(merged).toMatchObject({ code: 0, stdout: expect.stringContaining('1 node changed') });
});
