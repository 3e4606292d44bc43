import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rendererFingerprint } from '../src/images/renderer-fingerprint.ts';
import { makeProgramPackage } from './program-package.ts';

let folder: string;
let description: { engines: object; dependencies: Record<string, string> };
const textOf = (path: string): string => readFileSync(join(folder, path), 'utf8');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-build-test-'));
  await makeProgramPackage(folder);
  description = JSON.parse(textOf('package.json'));
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true }));

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
  expect(names).toEqual(expect.arrayContaining(['@napi-rs/canvas', 'inter-ui', 'sharp']));
  expect(names.filter((name) => ['fastify', 'kysely', 'zod'].includes(name))).toEqual([]);
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
