/**
 * A Vitest reporter that writes what `check.mjs` needs to count and to explain: the built-in JSON report
 * leaves out why a test was skipped and which errors belong to no test. Goes to VITRINE_TEST_REPORT.
 */
import { writeFileSync } from 'node:fs';

export default class TestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const report = { passed: 0, failures: [], skipped: [], broken: [], unhandled: unhandledErrors.length };
    for (const module of modules) countModule(module, report);
    writeFileSync(process.env.VITRINE_TEST_REPORT, JSON.stringify(report));
  }
}

function countModule(module, report) {
  for (const test of module.children.allTests()) countTest(test, report);
  // A file that cannot be loaded, a hook that throws, a worker that died: no test of theirs fails by itself.
  const suiteFailed = [module, ...module.children.allSuites()].some((suite) => suite.errors().length > 0);
  const unfinished = ['pending', 'queued'].includes(module.state());
  if (suiteFailed || unfinished) report.broken.push(module.relativeModuleId);
}

function countTest(test, report) {
  const { state, note } = test.result();
  if (state === 'passed') report.passed += 1;
  else if (state === 'skipped')
    report.skipped.push({ file: test.module.relativeModuleId, reason: note ?? reasonInTitle(test) });
  else report.failures.push({ file: test.module.relativeModuleId, title: test.fullName });
}

/** A group that is skipped as a whole says why in its title. */
function reasonInTitle(test) {
  let task = test;
  while (task.parent.type === 'suite' && task.parent.options.mode === 'skip') task = task.parent;
  return task.name;
}
