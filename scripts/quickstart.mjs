/** `npm run quickstart`: makes the clone ready and starts the server with the sample workspace. */
import { join } from 'node:path';
import { prepare, root } from './install.mjs';
import { runMain } from './processes.mjs';
import { runWithNode24 } from './run-with-node24.mjs';

await runMain(async () => {
  await prepare();
  return runWithNode24(join(root, 'src/cli/main.ts'), ['quickstart', ...process.argv.slice(2)]);
});
