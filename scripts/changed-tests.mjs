/**
 * Which tests a change asks for: those beside a changed file, or in the nearest folder above it that has any,
 * those that import it, the conformance checks that bear its name, and the rules for all files.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

/** They read every file, so any change may break them. */
const rules = ['src/house-rules.test.ts', 'src/claimed-requirements.test.ts'];

/**
 * Tests for what changed since the branch left `main`, what is not committed included; on `main`, where
 * everything is committed, for its last commit. Paths are relative to the folder of the clone.
 */
export function changedTests(root) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const changed = changedFiles(git);
  const tests = git('ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts').filter((file) =>
    existsSync(join(root, file)),
  );
  const folders = changed.filter((file) => !isTest(file)).map((file) => nearestFolder(file, tests));
  const isAsked = (test) =>
    [...rules, ...changed].includes(test) ||
    folders.includes(dirname(test)) ||
    changed.some((file) => bearsName(test, file)) ||
    importsOf(root, test).some((file) => changed.includes(file));
  return { changed, tests: changed.length === 0 ? [] : tests.filter(isAsked) };
}

const isTest = (file) => file.endsWith('.test.ts');

/** The folders of the clone itself and of all conformance checks say nothing about a file. */
function nearestFolder(file, tests) {
  let folder = dirname(file);
  while (folder !== '.' && !tests.some((test) => dirname(test) === folder)) folder = dirname(folder);
  return ['.', 'conformance'].includes(folder) ? undefined : folder;
}

function changedFiles(git) {
  const since = (commit) => [
    ...git('diff', '--name-only', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const files = since(branchPoint(git));
  return files.length > 0 ? files : since('HEAD~1');
}

function branchPoint(git) {
  for (const name of ['main', 'origin/main']) {
    try {
      return git('merge-base', 'HEAD', name)[0];
    } catch {
      // A clone may have no branch of that name.
    }
  }
  return 'HEAD';
}

/** The conformance checks of an operation or of its group are spelled as its file or its folder. */
function bearsName(test, file) {
  if (dirname(test) !== 'conformance' || !file.startsWith('src/api/')) return false;
  const kebab = basename(file, '.ts').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [kebab, basename(dirname(file))].includes(basename(test, '.test.ts'));
}

function importsOf(root, test) {
  const text = readFileSync(join(root, test), 'utf8');
  return [...text.matchAll(/(?:from|import\() ?'(\.[^']*)'/g)].map(([, path]) =>
    normalize(join(dirname(test), path)),
  );
}
