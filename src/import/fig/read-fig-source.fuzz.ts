import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DocumentRefused } from '../../document/document-refused.ts';
import { checkJson } from '../../document/json-check.ts';
import { innerForm } from '../../testing/fig-files.ts';
import { openDesign } from './container/open-design.ts';
import { readFigSource } from './read-fig-source.ts';

/**
 * Real files of the editor, flipped, cut and grown at random: as they are, and unpacked, where every byte has its
 * meaning. `VITRINE_FUZZ_SECONDS` says for how long (a minute if left out), `VITRINE_FUZZ_SEED` which way.
 */
const corpus = resolve(
  import.meta.dirname,
  '../../..',
  process.env.VITRINE_CORPUS ?? join('..', 'shared', 'data'),
);
const seconds = Number(process.env.VITRINE_FUZZ_SECONDS ?? 600) / 10;
const seed = Number(process.env.VITRINE_FUZZ_SEED ?? Date.now() % 1_000_000);
const paths = existsSync(corpus) ? globSync('*/*.{fig,deck}', { cwd: corpus }).sort() : [];

/** Numbers from 0 to 1 that follow from the seed alone. */
function chance(from: number): () => number {
  let state = from >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function mutated(bytes: Uint8Array, next: () => number): Buffer {
  const copy = Buffer.from(bytes);
  const changes = 1 + Math.floor(next() * 8);
  for (let change = 0; change < changes; change++)
    copy[Math.floor(next() * copy.length)] = next() < 0.5 ? 255 : Math.floor(next() * 256);
  if (next() < 0.2) return copy.subarray(0, Math.floor(next() * copy.length));
  return next() < 0.1 ? Buffer.concat([copy, copy.subarray(0, Math.floor(next() * 1000))]) : copy;
}

describe.skipIf(paths.length === 0)('Files of the editor that are changed at random', () => {
  it('are read or refused in one sentence, within seconds', { timeout: (seconds + 120) * 1000 }, () => {
    const next = chance(seed);
    const until = performance.now() + seconds * 1000;
    const sources = paths
      .map((path) => readFileSync(join(corpus, path)))
      .filter(({ length }) => length < 200_000);
    for (let round = 0; performance.now() < until; round++) {
      const source = sources[Math.floor(next() * sources.length)]!;
      const { schema, message } = openDesign(source);
      const [a, b] = next() < 0.5 ? [mutated(schema, next), message] : [schema, mutated(message, next)];
      const inner = () => innerForm([deflateRawSync(a), deflateRawSync(b)]);
      const bytes = next() < 0.2 ? mutated(source, next) : inner();
      const start = performance.now();
      try {
        checkJson(readFigSource(bytes).document);
      } catch (error) {
        if (!(error instanceof DocumentRefused))
          throw new Error(`seed ${seed}, round ${round}`, { cause: error });
      }
      expect(performance.now() - start).toBeLessThan(20_000);
    }
  });
});
