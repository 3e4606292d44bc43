/**
 * `npm run soak -- --kills N --kept FILE`: kills servers N times at random while others change designs and are told of
 * it; first one with the embedded database, then three on PostgreSQL and a bucket. It goes in pieces, each with an
 * installation of its own that is compared at its end; the file keeps what came of each, so that a run that was ended
 * goes on where it was. A thousand take hours.
 */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { node24, prepare, root } from './install.mjs';
import { Refusal, runAttached, runMain } from './processes.mjs';

await runMain(async () => {
  const { kills, piece, kept, only } = optionsOf(process.argv.slice(2));
  await prepare();
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project=soak', '--reporter=verbose'];
  if (only !== undefined) args.push('-t', only);
  return runAttached(node24(), args, {
    cwd: root,
    env: {
      ...process.env,
      VITRINE_SOAK_KILLS: String(kills),
      VITRINE_SOAK_PIECE: String(piece),
      VITRINE_SOAK_KEPT: resolve(kept),
      VITRINE_SOAK_COMMIT: commit(),
    },
  });
});

function optionsOf(args) {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '1000' },
      piece: { type: 'string', default: '50' },
      kept: { type: 'string', default: join(root, 'soak.jsonl') },
      only: { type: 'string' },
    },
  });
  if (values.only !== undefined && !['embedded', 'PostgreSQL'].includes(values.only))
    throw new Refusal('--only takes embedded or PostgreSQL.');
  return { ...values, kills: countOf('kills', values), piece: countOf('piece', values) };
}

function countOf(name, values) {
  const count = Number(values[name]);
  if (!Number.isInteger(count) || count < 1)
    throw new Refusal(`--${name} takes a whole number, of one at the least.`);
  return count;
}

function commit() {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
