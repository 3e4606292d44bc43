import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
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

const ownServer = () => ({ cwd: folder, env: { VITRINE_URL: server.url, VITRINE_DATA: server.folder } });
const vitrine = (line: string) => runVitrine(line.split(' '), ownServer());

it('vitrine font reads no device to its end, which it does not have', async () => {
  const added = await vitrine('font add /dev/zero');
  expect([added.code, added.stderr]).toEqual([
    1,
    '/dev/zero: It cannot be read: it has more than 268,435,456 bytes.\n',
  ]);
});

it('vitrine font adds what is a font, says what is not, lists and removes', async () => {
  const added = await vitrine('font add notes.txt acme.ttf gone.ttf');
  expect(added.stderr).toBe(
    'notes.txt: The file is not a font.\ngone.ttf: It cannot be read: it is not there.\n',
  );
  expect([added.code, added.stdout]).toEqual([
    1,
    expect.stringMatching(/^Acme Sans \(Regular\) is \d+\.\n$/),
  ]);
  const listed = await vitrine('font list --json');
  const [first, ...others] = JSON.parse(listed.stdout);
  expect(first).toMatchObject({ family: 'Acme Sans', origin: 'added', organization: null });
  expect((await vitrine('font list')).stdout).toMatch(
    /^FAMILY +FILES +STYLES +FROM .*\nAcme Sans +1 +1 +added/,
  );
  expect((await vitrine('font list --files')).stdout).toMatch(
    /^ID +FAMILY +STYLES +FROM .*\n\d+ +Acme Sans +Regular +added/,
  );
  expect((await vitrine(`font remove ${first.id}`)).code).toBe(0);
  expect(JSON.parse((await vitrine('font list --json')).stdout)).toEqual(others);
});

it('vitrine font lists a family of several files in one line, and removes it whole', async () => {
  const styles = ['Regular', 'Bold', 'Black'];
  for (const style of styles) {
    const font = buildFont({ family: 'Acme Text', style, advances: { a: 500 } });
    await writeFile(join(folder, `${style}.ttf`), font);
  }
  const before = JSON.parse((await vitrine('font list --json')).stdout);
  await vitrine('font add acme.ttf Regular.ttf Bold.ttf Black.ttf');
  const lines = (await vitrine('font list')).stdout.split('\n');
  expect(lines.filter((line) => line.includes('Acme'))).toEqual([
    expect.stringMatching(/^Acme Sans +1 +1 +added$/),
    expect.stringMatching(/^Acme Text +3 +3 +added$/),
  ]);
  expect((await vitrine('font list --files')).stdout.match(/Acme Text/g)).toHaveLength(3);
  expect((await vitrine('font remove 1 --family Inter')).code).toBe(2);
  expect((await vitrine('font remove 1 --organization 1')).code).toBe(2);
  const builtIn = await vitrine('font remove --family Inter');
  expect([builtIn.code, builtIn.stderr]).toEqual([
    1,
    'No added font is of the family Inter. "npx vitrine font list" shows the families.\n',
  ]);
  const removed = await runVitrine(['font', 'remove', '--family', 'Acme Text'], ownServer());
  expect([removed.code, removed.stdout]).toEqual([0, 'Acme Text: 3 files taken away.\n']);
  await runVitrine(['font', 'remove', '--family', 'Acme Sans'], ownServer());
  expect(JSON.parse((await vitrine('font list --json')).stdout)).toEqual(before);
});

it('vitrine font remove --family leaves alone what another place has of the family', async () => {
  const place = ['--organization', (await vitrine('organization show --json')).json.id];
  await vitrine(`font add acme.ttf ${place.join(' ')}`);
  await vitrine('font add acme.ttf');
  const acme = async () =>
    JSON.parse((await vitrine('font list --json')).stdout)
      .filter(({ family }: { family: string }) => family === 'Acme Sans')
      .map(({ organization }: { organization: string | null }) => organization);
  expect(await acme()).toEqual([place[1], null]);
  expect((await runVitrine(['font', 'remove', '--family', 'Acme Sans'], ownServer())).code).toBe(0);
  expect(await acme()).toEqual([place[1]]);
  const removed = await runVitrine(['font', 'remove', '--family', 'Acme Sans', ...place], ownServer());
  expect(removed.stdout).toBe('Acme Sans: 1 file taken away.\n');
  expect(await acme()).toEqual([]);
});

it('vitrine font missing lists what designs name, import says it, and the catalogue says what it lacks', async () => {
  const style = { fontFamily: 'Nobody Sans', fontWeight: 700 };
  const text = { id: '1:1', type: 'TEXT', name: 'Title', characters: 'a', style };
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children: [text] };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  await writeFile(join(folder, 'design.json'), JSON.stringify({ name: 'Design', document }));
  await vitrine('team create --name Core --json');
  const { id } = JSON.parse((await vitrine('project list --json')).stdout)[0];
  const imported = await vitrine(`import design.json --project ${id}`);
  expect(imported.stderr).toBe(
    '  Fonts that the server lacks:\n    Nobody Sans (Bold): 1 text\n  "npx vitrine font add --missing" brings those of the open catalogue.\n',
  );
  expect((await vitrine('font missing')).stdout).toMatch(/FAMILY +TEXTS +STYLES\nNobody Sans +1 +Bold\n/);
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:1');
  vi.stubEnv('npm_config_fetch_retries', '0');
  const added = await vitrine('font add --missing');
  vi.unstubAllEnvs();
  expect([added.code, added.stderr]).toEqual([
    1,
    'Nobody Sans: npm could not bring the family (ECONNREFUSED).\n',
  ]);
  expect((await vitrine('font add --missing Poppins')).code).toBe(2);
});

it('vitrine import says why it cannot tell which fonts are missing, and how to ask again', async () => {
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [] };
  await writeFile(join(folder, 'plain.json'), JSON.stringify({ name: 'Plain', document }));
  const { id } = JSON.parse((await vitrine('project list --json')).stdout)[0];
  const { token } = JSON.parse(
    (await vitrine('token create --name Writer --scopes workspace:write --json')).stdout,
  );
  const { code, stdout, stderr } = await vitrine(`import plain.json --project ${id} --token ${token}`);
  const [, key] = /"Plain" is (\w+),/.exec(stdout) ?? [];
  expect(code).toBe(0);
  expect(stderr).toMatch(/^ {2}Whether fonts are missing could not be asked: .*workspace:read.*\n/);
  expect(stderr).toContain(`\n  "npx vitrine font missing ${key}" asks again.\n`);
});

it('vitrine font add --missing tells of names that no family can have, and goes on', async () => {
  const textIn = (fontFamily: string, at: number) => ({
    id: `1:${at}`,
    type: 'TEXT',
    name: 'T',
    characters: 'a',
    style: { fontFamily, fontWeight: 400 },
  });
  const children = ['A\0B', '<b>', '../../x', '--flag'].map(textIn);
  const page = { id: '0:1', type: 'CANVAS', name: 'Page', children };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  await writeFile(join(folder, 'odd.json'), JSON.stringify({ name: 'Odd', document }));
  const { id } = JSON.parse((await vitrine('project list --json')).stdout)[0];
  await vitrine(`import odd.json --project ${id}`);
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:1');
  vi.stubEnv('npm_config_fetch_retries', '0');
  const { code, stderr } = await vitrine('font add --missing');
  vi.unstubAllEnvs();
  expect(code).toBe(1);
  expect(stderr).toContain('A\ufffdB: Text with a NUL character is not taken.\n');
  for (const name of ['<b>', '../../x', '--flag'])
    expect(stderr).toContain(`${name}: No family of the catalogue`);
});

it('vitrine font add is told apart from wrong usage and from refusals', async () => {
  expect((await vitrine('font add')).code).toBe(2);
  expect((await vitrine('font add acme.ttf --organization 12345')).stderr).toEqual(
    expect.stringMatching(/^acme\.ttf: Organization not found\. .*\n$/),
  );
});
