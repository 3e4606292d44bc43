import fc from 'fast-check';
import { it } from 'vitest';
import { composition, seamOf } from './compositions.suite.ts';

/**
 * Random compositions at the borders of tiles. `VITRINE_FUZZ_SECONDS` says for how long (ten minutes if left out),
 * `VITRINE_FUZZ_SEED` which ones: a failure prints the smallest composition that still fails.
 */
const seconds = Number(process.env.VITRINE_FUZZ_SECONDS ?? 600);
const seed = Number(process.env.VITRINE_FUZZ_SEED ?? Date.now() % 1_000_000);

it(`regions beside each other agree within two levels for ${seconds} s, seed ${seed}`, async () => {
  let count = 0;
  const agrees = fc.asyncProperty(composition, async (drawn) => {
    count += 1;
    return (await seamOf(drawn)) <= 2;
  });
  const interruptAfterTimeLimit = 1000 * seconds;
  await fc.assert(agrees, { numRuns: 10_000_000, seed, interruptAfterTimeLimit });
  console.log(`${count} compositions agree.`);
});
