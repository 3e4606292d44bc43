/**
 * `npm run soak -- --kills N`: kills servers N times at random while others change designs and are told of it; first
 * one with the embedded database, then three on PostgreSQL and a bucket. A thousand take hours.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { node24, prepare, root } from './install.mjs';
import { Refusal, runAttached, runMain } from './processes.mjs';

await runMain(async () => {
  const kills = killsOf(process.argv.slice(2));
  await prepare();
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project=soak', '--reporter=verbose'];
  return runAttached(node24(), args, {
    cwd: root,
    env: { ...process.env, VITRINE_SOAK_KILLS: String(kills) },
  });
});

function killsOf(args) {
  const { values } = parseArgs({ args, options: { kills: { type: 'string', default: '1000' } } });
  const kills = Number(values.kills);
  if (!Number.isInteger(kills) || kills < 1)
    throw new Refusal('--kills takes a whole number, of one at the least.');
  return kills;
}
