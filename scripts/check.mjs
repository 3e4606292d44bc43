/**
 * `npm run check`: everything that must hold before a change is finished. Format, lint and types stop it at
 * their first failure; the tests all run. `--faults` adds the long forms, `--fuzz` runs the mutated files alone,
 * `--changed` runs those tests alone that bear on what changed. `--again` tries the files of a few failed tests
 * once more, alone, and names those tests that passed only then.
 * The last line counts them: `N passed, N failed, N skipped`.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { changedTests } from './changed-tests.mjs';
import { filesToTryAgain, passedOnlyAgain } from './failed-tests.mjs';
import { node24, prepare, root } from './install.mjs';
import { Refusal, runAttached, runCaptured, runMain } from './processes.mjs';
import { seconds, withProgress } from './progress.mjs';

const faults = process.argv.includes('--faults');
const projects = process.argv.includes('--fuzz')
  ? ['fuzz']
  : ['unit', 'conformance', ...(faults ? ['faults'] : [])];
const onlyChanged = process.argv.includes('--changed');
const colors = process.stdout.isTTY;
const again = process.argv.includes('--again');
const nothing = { passed: 0, failures: [], skipped: [], broken: [], unhandled: 0 };

/** By itself it divides the work among four, who look at much of the same: a sixth more where there are two cores. */
const checkers = String(Math.min(4, availableParallelism()));

const staticSteps = [
  [
    'Format and lint',
    'node_modules/@biomejs/biome/bin/biome',
    ['ci', `--colors=${colors ? 'force' : 'off'}`, '.'],
  ],
  ...['.', 'console'].map((project) => [
    project === '.' ? 'Types' : `Types of the ${project}`,
    'node_modules/typescript/bin/tsc',
    ['--noEmit', '-p', project, '--checkers', checkers, '--pretty', String(Boolean(colors))],
  ]),
];

await runMain(async () => {
  await prepare();
  for (const step of staticSteps) {
    if (await passes(...step)) continue;
    console.log('No test was run: mend this first.');
    return finish(nothing, 1);
  }
  const tests = `Tests: ${projects.join(', ')}`;
  const first = await runTests(tests, onlyChanged ? testsOfChange() : []);
  const { code, report } = again ? await tryAgain(first) : first;
  return finish(report, code);
});

async function passes(title, file, args) {
  heading(title);
  const startedAt = performance.now();
  const run = () => runCaptured(node24(), [file, ...args], { cwd: root });
  const { code, output } = await withProgress(title, run, { closing: false });
  if (output.trim()) console.log(output.trimEnd());
  conclude(title, code === 0, startedAt);
  return code === 0;
}

function testsOfChange() {
  const { changed, tests } = changedTests(root);
  if (tests.length === 0) throw new Refusal('Nothing changed that a test bears on.');
  console.log(`Changed: ${changed.join(', ')}`);
  return tests;
}

/** A test that only other work on the machine disturbed passes alone; what fails twice stays as it was told. */
async function tryAgain(first) {
  const files = filesToTryAgain(first.report);
  if (files.length === 0) return first;
  const second = await runTests(`Again, alone: ${files.join(', ')}`, files);
  return second.code === 0 ? { code: 0, report: passedOnlyAgain(first.report) } : first;
}

async function runTests(title, files) {
  heading(title);
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-check-'));
  const reportFile = join(folder, 'report.json');
  try {
    const code = await runVitest(files, reportFile, join(folder, 'compiled'));
    const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : undefined;
    if (!report) console.log('The tests ended without a report; the reason is above.');
    conclude(title, code === 0 && report, startedAt);
    return { code: report ? code : code || 1, report: report ?? nothing };
  } finally {
    removeWhole(folder);
  }
}

/** A server that is about to end still writes there; where one goes on, the outcome of the tests is told all the same. */
function removeWhole(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  } catch (error) {
    console.log(`Not removed: ${folder} (${error.code})`);
  }
}

/** Servers that tests start read the program as an earlier one compiled it: half of each start. */
function runVitest(files, reportFile, compileCache) {
  const args = ['run', ...files, ...projects.map((name) => `--project=${name}`), '--reporter=default'];
  const env = {
    ...process.env,
    VITRINE_TEST_REPORT: reportFile,
    NODE_COMPILE_CACHE: compileCache,
    ...(faults ? { VITRINE_PROPERTY_SEED: propertySeed() } : {}),
    ...(colors ? {} : { NO_COLOR: '1' }),
  };
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  return runAttached(node24(), [vitest, ...args, `--reporter=${join(root, 'scripts/test-report.mjs')}`], {
    cwd: root,
    env,
  });
}

/** Each time other cases of the properties, which can be tried again. */
function propertySeed() {
  const seed = process.env.VITRINE_PROPERTY_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
  console.log(`Properties try their cases by VITRINE_PROPERTY_SEED=${seed}`);
  return seed;
}

/** Says what was left out and why, what failed, then the counts as the last line; resolves to the exit code. */
function finish(report, code) {
  explainSkipped(report.skipped);
  for (const test of report.unsteady ?? [])
    console.log(`Unsteady, since it failed beside the others and passed alone: ${test}`);
  for (const { file, title } of report.failures) console.log(`Failed: ${file} > ${title}`);
  const failed = report.failures.length + report.broken.length;
  for (const file of report.broken)
    console.log(`Counted as one failure, for an error outside of its tests: ${file}`);
  if (report.unhandled) console.log(`Errors outside of any test: ${report.unhandled}`);
  const ran = report.passed + failed;
  if (ran === 0 && code === 0) console.log('No test ran, so nothing is known.');
  console.log(`${report.passed} passed, ${failed} failed, ${report.skipped.length} skipped`);
  return code === 0 && (failed > 0 || ran === 0) ? 1 : code;
}

function explainSkipped(skipped) {
  const corpus = resolve(root, process.env.VITRINE_CORPUS ?? '../shared/data');
  if (skipped.length && !existsSync(corpus))
    console.log(`The folder of real design files is absent: ${corpus} (VITRINE_CORPUS)`);
  const counts = new Map();
  for (const { file, reason } of skipped) {
    const line = `${file}: ${reason}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  for (const [line, count] of counts) console.log(`Skipped ${count} × ${line}`);
}

function heading(title) {
  console.log(colors ? `\n\x1b[1m${title}\x1b[0m` : `\n== ${title}`);
}

function conclude(title, passed, startedAt) {
  console.log(`${title}: ${passed ? 'passed' : 'FAILED'} in ${seconds(performance.now() - startedAt)}`);
}
