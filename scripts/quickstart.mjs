/** `npm run quickstart`: makes the clone ready and starts the server with the sample workspace. */
import { join } from 'node:path';
import { refuseTakenPort } from './free-port.mjs';
import { prepareToRun, root } from './install.mjs';
import { runMain } from './processes.mjs';
import { runWithNode24 } from './run-with-node24.mjs';

await runMain(async () => {
  const args = process.argv.slice(2);
  await refuseTakenPort(args);
  await prepareToRun();
  return runWithNode24(join(root, 'src/cli/main.ts'), ['quickstart', ...args]);
});
