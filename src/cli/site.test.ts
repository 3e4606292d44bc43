import { afterAll, beforeAll, expect, it } from 'vitest';
import { castWorkspace, files } from '../testing/cast.ts';
import { runVitrine } from '../testing/command-io.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ workspace: castWorkspace() });
});
afterAll(() => server?.close());

const vitrine = (...words: string[]) =>
  runVitrine(['site', ...words], {
    cwd: server.folder,
    env: { VITRINE_URL: server.url, VITRINE_DATA: server.folder },
  });
const listed = async () => JSON.parse((await vitrine('list', '--json')).stdout);

it('vitrine site publishes a file, lists, closes, moves and takes away', async () => {
  const made = await vitrine('publish', files.open, '--name', 'The shop', '--path', '/site/shop');
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toMatch(/^Site "The shop" \(\w+\) is open to anyone: https:\/\/.+\/site\/shop\n$/);
  const [{ id }] = await listed();
  expect((await vitrine('list', '--file', files.open)).stdout).toMatch(
    /^ID +NAME +FILE +OPEN +ADDRESS *\n\w+ +The shop +castOpenFile +yes/,
  );
  expect((await vitrine('list', '--file', files.viewOnly, '--json')).stdout).toBe('[]\n');
  expect((await vitrine('update', id, '--close', '--path', '/site/store')).stdout).toMatch(
    /is closed: .+\/site\/store\n$/,
  );
  expect(await listed()).toMatchObject([{ id, name: 'The shop', url_path: '/site/store', public: false }]);
  expect((await vitrine('update', id, '--open')).stdout).toContain('is open to anyone');
  expect((await vitrine('delete', id)).stdout).toBe(`The site ${id} is taken away.\n`);
  expect(await listed()).toEqual([]);
});

it.each([
  [['publish', files.open], 2, /--name/],
  [['publish', '--name', 'x', '--path', '/site/x'], 2, /KEY/],
  [['update', 'x', '--open', '--close'], 2, /not both/],
  [['update', 'x'], 2, /change/],
  [['publish', files.open, '--name', 'x', '--path', 'x'], 1, /url_path/],
  [['delete', 'nothing'], 1, /not found/],
] as [string[], number, RegExp][])('vitrine site %j ends with %i', async (words, code, sentence) => {
  const outcome = await vitrine(...words);
  expect([outcome.code, outcome.stdout]).toEqual([code, '']);
  expect(outcome.stderr).toMatch(sentence);
});
