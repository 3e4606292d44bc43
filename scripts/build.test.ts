import { spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf } from '../conformance/harness/documented-blocks.ts';
import { rendererFingerprint } from '../src/images/renderer-fingerprint.ts';
import { makeProgramPackage } from './program-package.ts';

/** A project of somebody, in which the package is installed. */
let project: string;
let folder: string;
let description: { engines: object; dependencies: Record<string, string> };
const textOf = (path: string): string => readFileSync(join(folder, path), 'utf8');

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'vitrine-build-test-'));
  folder = join(project, 'node_modules/vitrine');
  mkdirSync(folder, { recursive: true });
  await makeProgramPackage(folder);
  description = JSON.parse(textOf('package.json'));
}, 120_000);

afterAll(() => rmSync(project, { recursive: true }));

test('the package of the program holds no test, and the licences of all that is in its files', () => {
  const names = globSync('**', { cwd: folder });
  expect(names.filter((name) => /\.(test|suite|faults)\./.test(name))).toEqual([]);
  expect(existsSync(join(folder, 'dist/contract/generated/LICENSE-rest-api-spec'))).toBe(true);
  for (const name of ['fastify', 'kysely', 'pg', 'undici'])
    expect(textOf('dist/licenses.md')).toContain(`## ${name} - `);
  expect(textOf('dist/console/built/licenses.md')).toContain('## react-aria-components - ');
});

test('the package of the program asks for those packages alone that are not in its files', () => {
  const names = Object.keys(description.dependencies);
  expect(names).toEqual(expect.arrayContaining(['@napi-rs/canvas', 'harfbuzzjs', 'sharp']));
  expect(names.filter((name) => ['fastify', 'inter-ui', 'kysely', 'zod'].includes(name))).toEqual([]);
});

test('every program that the server starts beside itself is a file of the package', () => {
  const started = ['content/index-thread', 'images/render-program', 'processes/guard-thread'];
  for (const name of started) expect(existsSync(join(folder, 'dist', `${name}.js`)), name).toBe(true);
});

test('images that a clone made are those of its package: both have one name for the code that draws', () => {
  expect(textOf('dist/render/fingerprint')).toBe(rendererFingerprint());
});

test('the packed program names in its engines the Node that it needs, and refuses an older one', () => {
  expect(description.engines).toEqual({ node: '>=24.7' });
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

/** Installs what the package asks for, and what else a project of tests has: as it lies in ours. */
function install(names: readonly string[]): void {
  for (const name of names) {
    const place = join(project, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(import.meta.dirname, '../node_modules', name), place);
  }
}

test('the package starts servers for tests: the project of docs/testing.md passes by Vitest, and a test by the runner of Node', () => {
  install([...Object.keys(description.dependencies), 'vitest']);
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  for (const { text } of blocksOf('docs/testing.md').filter(({ language }) => language === 'ts'))
    writeFileSync(join(project, /^\/\/ (\S+)/.exec(text)?.[1] ?? 'unnamed'), text);
  writeFileSync(join(project, 'me.test.mjs'), ofNode);
  const vitest = join(project, 'node_modules/vitest/vitest.mjs');
  const runs = [
    [vitest, 'run', 'button.test.ts'],
    ['--test', 'me.test.mjs'],
  ].map((args) =>
    spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8', env: bareEnvironment() }),
  );
  for (const { status, stdout, stderr } of runs)
    expect({ status, said: stdout + stderr }).toMatchObject({
      status: 0,
      said: expect.stringMatching(/1 passed|pass 1/),
    });
}, 120_000);

const ofNode = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startVitrine } from 'vitrine/testing';

test('a server for tests knows who asks', async () => {
  await using vitrine = await startVitrine();
  const { status } = await fetch(vitrine.httpUrl + '/v1/me', { headers: { 'X-Figma-Token': 'nobody' } });
  assert.equal(status, 403);
});
`;

/** Nothing of the run that this test is part of. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, FONTCONFIG_FILE } = process.env;
  return { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...(FONTCONFIG_FILE && { FONTCONFIG_FILE }) };
}
