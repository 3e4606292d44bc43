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
  folder = await mkdtemp(join(tmpdir(), 'vitrine-variables-'));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const vitrine = (...args: string[]) =>
  runVitrine(args, { cwd: folder, env: { VITRINE_URL: server.url, VITRINE_DATA: server.folder } });
const newFile = async (name = 'Design'): Promise<string> =>
  (await server.call('/workspace/v1/files', { body: { name, project: '1' } })).json.key;
const local = async (key: string) => (await server.call(`/v1/files/${key}/variables/local`)).json;
const put = (name: string, content: unknown) => writeFile(join(folder, name), JSON.stringify(content));

const light = {
  color: {
    $type: 'color',
    ink: { $value: '#000000', $description: 'Text' },
    text: { $value: '{color.ink}' },
    border: { $type: 'border', $value: {} },
  },
};

it('vitrine variables import takes a file of tokens for each mode and tells what has no counterpart', async () => {
  const key = await newFile();
  await put('acme.tokens.json', light);
  const into = ['--file', key, '--format', 'tokens', '--collection', 'Acme'];
  const first = await vitrine('variables', 'import', 'acme.tokens.json', ...into, '--mode', 'Light');
  expect(first).toMatchObject({ code: 0, stdout: '2 variables taken.\n' });
  expect(first.stderr).toBe('color.border is of the type "border", which no variable has.\n');
  await put('dark.json', { color: { ink: { $type: 'color', $value: '#ffffff' } } });
  const dark = await vitrine('variables', 'import', 'dark.json', ...into, '--mode', 'Dark', '--json');
  expect(dark.json).toEqual({ variables: 1, report: [] });

  const { variables, variableCollections } = (await local(key)).meta;
  const [collection] = Object.values<{ modes: { modeId: string; name: string }[] }>(variableCollections);
  expect(collection).toMatchObject({ name: 'Acme', modes: [{ name: 'Light' }, { name: 'Dark' }] });
  const [ink, text] = Object.values<{ id: string; valuesByMode: Record<string, unknown> }>(variables);
  expect(ink).toMatchObject({ name: 'color/ink', description: 'Text' });
  expect(Object.values(ink?.valuesByMode ?? {})).toMatchObject([{ r: 0 }, { r: 1 }]);
  expect(Object.values(text?.valuesByMode ?? {})[0]).toEqual({ type: 'VARIABLE_ALIAS', id: ink?.id });
});

it('vitrine variables export writes tokens, of all modes or of one, and what comes back is the same', async () => {
  const key = await newFile();
  await put('tokens.json', light);
  await vitrine('variables', 'import', 'tokens.json', '--file', key, '--format', 'tokens');
  const written = await vitrine('variables', 'export', '--file', key, '--format', 'tokens');
  expect(written.json.tokens.color.text).toMatchObject({ $type: 'color', $value: '{tokens.color.ink}' });
  const from = ['--file', key, '--format', 'tokens', '--mode', 'Mode 1'];
  expect((await vitrine('variables', 'export', ...from, '-o', '-')).stdout).toContain('$value');
  expect(await vitrine('variables', 'export', ...from, '-o', 'out.json')).toMatchObject({
    code: 0,
    stdout: '',
  });
  const before = await local(key);
  await vitrine('variables', 'import', 'out.json', '--file', key, '--format', 'tokens');
  expect(await local(key)).toEqual(before);
});

it('vitrine variables export and import carry variables from file to file, ids and keys kept', async () => {
  const [from, to] = [await newFile(), await newFile()];
  await put('tokens.json', light);
  await vitrine('variables', 'import', 'tokens.json', '--file', from, '--format', 'tokens');
  expect((await vitrine('variables', 'export', '--file', from, '--output', 'local.json')).code).toBe(0);
  expect(JSON.parse(await readFile(join(folder, 'local.json'), 'utf8'))).toEqual(await local(from));
  const taken = await vitrine('variables', 'import', 'local.json', '--file', to);
  expect(taken).toMatchObject({ code: 0, stdout: '2 variables taken.\n', stderr: '' });
  expect(await local(to)).toEqual(await local(from));
});

it('vitrine variables tells wrong usage, files that cannot be read and those that hold something else', async () => {
  const key = await newFile();
  await put('none.json', { name: 'x' });
  await writeFile(join(folder, 'broken.json'), '{');
  const said = async (...args: string[]) => {
    const { code, stderr } = await vitrine('variables', ...args);
    return [code, stderr.split('\n')[0]];
  };
  expect(await said('import', 'none.json')).toEqual([2, '--file is missing.']);
  expect(await said('import', 'none.json', '--file', key, '--format', 'css')).toEqual([
    2,
    '--format is "variables" or "tokens".',
  ]);
  expect(await said('export', '--file', key, '--mode', 'Dark')).toEqual([
    2,
    '--mode is for --format tokens.',
  ]);
  expect(await said('import', 'gone.json', '--file', key)).toEqual([
    1,
    'gone.json cannot be read: it is not there.',
  ]);
  expect((await said('import', 'broken.json', '--file', key))[1]).toMatch(
    /^broken.json is not well-formed JSON/,
  );
  expect((await said('import', 'none.json', '--file', key))[0]).toBe(1);
  expect(await said('import', 'none.json', '--file', key, '--format', 'tokens')).toEqual([
    1,
    'There is no token in it: nothing has a "$value".',
  ]);
  expect(await said('export', '--file', 'unknown')).toEqual([1, expect.stringMatching(/^File not found\. /)]);
});

it('vitrine library publishes, subscribes and unsubscribes', async () => {
  const [library, user] = [await newFile('Library'), await newFile('User')];
  expect(await vitrine('library', 'subscribe', user, library)).toMatchObject({ code: 1 });
  await put('tokens.json', light);
  await vitrine('variables', 'import', 'tokens.json', '--file', library, '--format', 'tokens');
  const published = await vitrine('library', 'publish', library, '--description', 'First');
  expect(published.stdout).toBe(`${library} is published: variables 2 new, 0 changed, 0 deleted.\n`);
  expect((await vitrine('library', 'publish', library)).stdout).toBe(
    `${library} is published: nothing has changed.\n`,
  );
  expect((await vitrine('library', 'subscribe', user, library)).stdout).toBe(`${user} uses ${library}.\n`);
  expect((await vitrine('library', 'unsubscribe', user, library)).stdout).toBe(
    `${user} uses ${library} no more.\n`,
  );
  expect((await vitrine('library', 'unsubscribe', user, library)).code).toBe(1);
});
