import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildFont } from '../render/text/test-font.suite.ts';
import { runVitrine } from '../testing/command-io.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'vitrine-font-'));
  await writeFile(join(folder, 'acme.ttf'), buildFont({ family: 'Acme Sans', advances: { a: 500 } }));
  await writeFile(join(folder, 'notes.txt'), 'This is a note and no font.');
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const vitrine = (line: string) =>
  runVitrine(line.split(' '), {
    cwd: folder,
    env: { VITRINE_URL: server.url, VITRINE_DATA: server.folder },
  });

it('vitrine font adds what is a font, says what is not, lists and removes', async () => {
  const added = await vitrine('font add notes.txt acme.ttf gone.ttf');
  expect(added.stderr).toBe('notes.txt: The file is not a font.\ngone.ttf: It cannot be read.\n');
  expect([added.code, added.stdout]).toEqual([
    1,
    expect.stringMatching(/^Acme Sans \(Regular\) is \d+\.\n$/),
  ]);
  const listed = await vitrine('font list --json');
  const [first, ...others] = JSON.parse(listed.stdout);
  expect(first).toMatchObject({ family: 'Acme Sans', origin: 'added', organization: null });
  expect((await vitrine('font list')).stdout).toMatch(
    /^ID +FAMILY +FACES +FROM .*\n\d+ +Acme Sans +1 +added/,
  );
  expect((await vitrine(`font remove ${first.id}`)).code).toBe(0);
  expect(JSON.parse((await vitrine('font list --json')).stdout)).toEqual(others);
});

it('vitrine font add is told apart from wrong usage and from refusals', async () => {
  expect((await vitrine('font add')).code).toBe(2);
  expect((await vitrine('font add acme.ttf --organization 12345')).stderr).toBe(
    'acme.ttf: Organization not found.\n',
  );
});
