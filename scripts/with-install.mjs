/** `with-install.mjs FILE ARGS…`: makes the clone ready, then runs FILE under Node 24. */
import { resolve } from 'node:path';
import { ensureInstalled, generator, prepare, refuseOldNode, stampGenerated } from './install.mjs';
import { Refusal, runMain } from './processes.mjs';
import { runWithNode24 } from './run-with-node24.mjs';

await runMain(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (!file) throw new Refusal('Usage: with-install.mjs FILE ARGS…');
  if (resolve(file) !== generator) {
    await prepare();
    return runWithNode24(file, args);
  }
  refuseOldNode();
  await ensureInstalled();
  const code = await runWithNode24(file, args);
  if (code === 0) stampGenerated();
  return code;
});
