import { expect, it } from 'vitest';
import { knownToProcess } from './known-to-process.ts';
import type { RenderBatch } from './render-task.ts';

const batch: RenderBatch = { tasks: [], snapshotPath: '', fonts: { fingerprint: '1', files: [] } };

/** A job of a file with these image fills, by reference. */
const jobOf = (fills: Readonly<Record<string, string>>) => ({
  batch,
  imageName: (ref: string) => fills[ref],
  imagePath: async (ref: string) => fills[ref],
});

const areKnown = (known: ReturnType<typeof knownToProcess>, job: ReturnType<typeof jobOf>) =>
  known.batchOf(job).batch.areImagesKnown;

it('images that a process was told hold for the next batch whose references mean the same', async () => {
  const known = knownToProcess();
  expect(await known.pathOf('one', jobOf({ one: 'a', two: 'b' }))).toBe('a');
  expect(areKnown(known, jobOf({ one: 'a', two: 'changed' }))).toBe(true);
});

it.each([
  ['means another image', { one: 'b' }],
  ['means none', {}],
])('images are asked for anew where a reference %s in the next batch', async (_what, fills) => {
  const known = knownToProcess();
  await known.pathOf('one', jobOf({ one: 'a' }));
  expect(areKnown(known, jobOf(fills))).toBe(false);
  expect(areKnown(known, jobOf(fills))).toBe(true);
});

it('images are asked for anew where one was missing', async () => {
  const known = knownToProcess();
  await known.pathOf('one', { ...jobOf({ one: 'a' }), imagePath: async () => undefined });
  expect(areKnown(known, jobOf({ one: 'a' }))).toBe(false);
});

it('an image that is still waited for is not taken for that of the next batch', () => {
  const known = knownToProcess();
  known.pathOf('one', { ...jobOf({ one: 'a' }), imagePath: () => new Promise(() => {}) });
  expect(areKnown(known, jobOf({ one: 'b' }))).toBe(false);
});

it('no more than a thousand images are known for the next batch', async () => {
  const known = knownToProcess();
  const fills = Object.fromEntries(Array.from({ length: 1001 }, (_, place) => [`${place}`, 'a']));
  for (const ref of Object.keys(fills)) await known.pathOf(ref, jobOf(fills));
  expect(areKnown(known, jobOf(fills))).toBe(false);
});
