import { node24 } from './install.mjs';
import { runAttached } from './processes.mjs';

/** Runs a file in the foreground under the Node 24 of the dependencies; resolves to its exit code. */
export function runWithNode24(file, args, options = {}) {
  return runAttached(node24(), ['--disable-warning=ExperimentalWarning', file, ...args], options);
}
