/** What the check makes of tests that failed: which files to try again, and what is told when they pass then. */

/** More of them are no accident. */
const mostFilesAgain = 3;

/** The files with a failed test, or with an error outside of its tests; none where trying them again tells nothing. */
export function filesToTryAgain({ failures, broken, unhandled }) {
  const files = [...new Set([...failures.map(({ file }) => file), ...broken])];
  return unhandled > 0 || files.length > mostFilesAgain ? [] : files;
}

/** The report of a run whose failed tests all passed alone: they count as passed, and each is named. */
export function passedOnlyAgain(report) {
  const unsteady = [...report.failures.map(({ file, title }) => `${file} > ${title}`), ...report.broken];
  const passed = report.passed + report.failures.length;
  return { ...report, passed, failures: [], broken: [], unsteady };
}
