import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { compileSchema, decodeBinarySchema } from 'kiwi-schema';
import { describe, expect, it } from 'vitest';
import { compileSnapshot } from '../../document/compile-snapshot.ts';
import { DocumentRefused } from '../../document/document-refused.ts';
import { checkJson } from '../../document/json-check.ts';
import { innerForm } from '../../testing/fig-files.ts';
import { readFigSource } from '../../testing/fig-source.ts';
import { type Message, mutate } from '../../testing/mutated-message.ts';
import { openDesign } from './container/open-design.ts';

/**
 * Real files of the editor, changed at random in three ways: the bytes of the file, the bytes of what is packed in it,
 * and what its nodes say. `VITRINE_FUZZ_SECONDS` says for how long (a minute if left out), `VITRINE_FUZZ_SEED` which way.
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

const packed = (...parts: readonly Uint8Array[]): Buffer =>
  innerForm(parts.map((part) => deflateRawSync(part, { level: 1 })));

/** The bytes of what is packed in a file, changed where every byte has its meaning. */
function withOtherBytes(source: Uint8Array, next: () => number): Buffer {
  const { schema, message } = openDesign(source);
  return next() < 0.5 ? packed(mutated(schema, next), message) : packed(schema, mutated(message, next));
}

/** The nodes of a file, saying something else in a form that is right. */
function withOtherNodes(source: Uint8Array, next: () => number): Buffer {
  const { schema, message } = openDesign(source);
  const codec = compileSchema(decodeBinarySchema(new Uint8Array(schema)));
  const decoded: Message = codec.decodeMessage(new Uint8Array(message));
  mutate(decoded, next);
  try {
    return packed(schema, codec.encodeMessage(decoded));
  } catch {
    return withOtherBytes(source, next);
  }
}

/** Reads a design as a door does: whatever comes of it can be stored. */
function readWhole(bytes: Uint8Array): void {
  const source = readFigSource(bytes, 'key');
  checkJson(source.document);
  compileSnapshot(source);
  for (const { imageRef } of source.companions?.images ?? []) expect(imageRef).toMatch(/^[0-9a-f]{40}$/);
  if (source.companions?.variables) JSON.parse(Buffer.from(source.companions.variables).toString());
}

const largestMegabytes = 1500;

describe.skipIf(paths.length === 0)('Files of the editor that are changed at random', () => {
  it('are read or refused in one sentence, within seconds and bounded memory', {
    timeout: (seconds + 120) * 1000,
  }, () => {
    const next = chance(seed);
    const until = performance.now() + seconds * 1000;
    const sources = paths
      .map((path) => readFileSync(join(corpus, path)))
      .filter(({ length }) => length < 200_000);
    const ways = [mutated, withOtherBytes, withOtherNodes, withOtherNodes];
    let [round, taken] = [0, 0];
    for (; performance.now() < until; round++) {
      const way = ways[Math.floor(next() * ways.length)]!;
      const bytes = way(sources[Math.floor(next() * sources.length)]!, next);
      const start = performance.now();
      try {
        readWhole(bytes);
        taken += 1;
      } catch (error) {
        if (!(error instanceof DocumentRefused))
          throw new Error(`seed ${seed}, round ${round}`, { cause: error });
      }
      expect(performance.now() - start, `seed ${seed}, round ${round}`).toBeLessThan(20_000);
      expect(process.memoryUsage().rss / 1e6, `seed ${seed}, round ${round}`).toBeLessThan(largestMegabytes);
    }
    console.info(`seed ${seed}: ${round} designs, of which ${taken} were taken`);
  });
});
