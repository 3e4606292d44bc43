import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildProgram } from './build.ts';
import { projectFolder } from './generate/open-api.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-build-test-'));
  buildProgram(folder, join(projectFolder, 'src', 'contract'));
});

afterAll(() => rmSync(folder, { recursive: true }));

test('the compiled contract runs as plain JavaScript and finds its document', () => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const program = `
    import { operationIds } from './contract/contract.js';
    import { publishedDocument } from './contract/published-document.js';
    console.log(operationIds[0], publishedDocument({ base: 'https://a.test', auth: 'https://b.test' }).servers[0].url);`;
  const flags = ['--no-experimental-strip-types', '--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, flags, { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.trim()).toBe('getFile https://a.test');
});

test('tests are left out and the licence of the packaged description comes along', () => {
  expect(existsSync(join(folder, 'contract', 'contract.test.js'))).toBe(false);
  expect(existsSync(join(folder, 'contract', 'parameters.test.js'))).toBe(false);
  expect(existsSync(join(folder, 'contract', 'generated', 'LICENSE-rest-api-spec'))).toBe(true);
});

test('the packed program names in its engines the Node that it needs, and refuses an older one', () => {
  const { engines } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  expect(engines).toEqual({ node: '>=24.7' });
  mkdirSync(join(folder, 'bin'));
  cpSync(join(projectFolder, 'bin/vitrine.mjs'), join(folder, 'bin/vitrine.mjs'));
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '24.6.0' } });`;
  const flags = [
    '--import',
    `data:text/javascript,${encodeURIComponent(older)}`,
    'bin/vitrine.mjs',
    '--version',
  ];
  const { status, stderr } = spawnSync(process.execPath, flags, { cwd: folder, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Vitrine needs Node.js 24.7 or newer; this is 24.6.0.\n',
  });
});
