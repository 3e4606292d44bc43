import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTypesPackage } from '../build.ts';
import { projectFolder } from './open-api.ts';
import { typesPackageName } from './types-package.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-types-'));
  const installed = join(folder, 'node_modules', typesPackageName);
  mkdirSync(installed, { recursive: true });
  buildTypesPackage(installed);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Type-checks a program of somebody who has installed the package; gives the compiler's complaints. */
function complaints(program: string): string {
  const file = join(folder, 'program.ts');
  writeFileSync(file, `import type { Node, Operations } from '${typesPackageName}';\n${program}`);
  const compiler = join(projectFolder, 'node_modules', '.bin', 'tsc');
  const settings = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--module',
    'nodenext',
    '--types',
    '',
  ];
  return spawnSync(compiler, [...settings, '--target', 'esnext', file], { encoding: 'utf8', cwd: folder })
    .stdout;
}

const rightUse = `
declare const file: Operations['getFile']['answer'];
export const pages: string[] = file.document.children.map((page) => page.name);
export const query: Operations['getFileNodes']['query'] = { ids: '1:2,3:4', depth: 2, geometry: 'paths' };

export function wordsOf(node: Node): string[] {
  if (node.type === 'TEXT') return [node.characters];
  return 'children' in node ? node.children.flatMap(wordsOf) : [];
}

declare const nodes: Operations['getFileNodes']['answer'];
export const first: Node | undefined = nodes.nodes['1:2']?.document;
export const pushed: Operations['putFileContent']['body'] = new Uint8Array();
`;

test('[VER-12] a program that uses the generated types rightly compiles', () => {
  expect(complaints(rightUse)).toBe('');
});

test.each([
  [
    'a member that no answer has',
    `export const a = (answer: Operations['getFile']['answer']) => answer.titel;`,
    'titel',
  ],
  ['a depth that is text', `export const q: Operations['getFile']['query'] = { depth: '2' };`, "'string'"],
  ['nodes without ids', `export const q: Operations['getFileNodes']['query'] = {};`, "'ids'"],
  [
    'a geometry that is not known',
    `export const q: Operations['getFile']['query'] = { geometry: 'all' };`,
    '"all"',
  ],
  [
    'an entry that may be null',
    `export const d = (answer: Operations['getFileNodes']['answer']) => answer.nodes['1:2'].document;`,
    'possibly',
  ],
  ['an operation that is not there', `export type T = Operations['getFiles'];`, 'getFiles'],
])('[VER-12] %s does not compile', (_, program, word) => {
  expect(complaints(program)).toContain(word);
});
