/** Runs comparisons one after the other, in a thread of its own. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Case, Comparison, Outcome } from './cases.ts';
import { encodePicture } from './pictures.ts';
import { setNamed } from './sets.ts';

const { folder } = workerData as { folder: string };

parentPort!.on('message', async (given: Case) => {
  parentPort!.postMessage(await outcomeOf(given));
});

async function outcomeOf(given: Case): Promise<Outcome> {
  try {
    const found = await setNamed(given.set).compare(given);
    return { ...figuresOf(given, found), pictures: await writePictures(given, found) };
  } catch (error) {
    return { ...figuresOf(given, nothingFound), failure: String((error as Error).stack ?? error) };
  }
}

const nothingFound: Comparison = { features: [], leftOut: { texts: 0, vectors: 0, images: 0 }, notes: [] };

const figuresOf = (
  given: Case,
  { features, leftOut, values = {}, notes, difference, theirs }: Comparison,
): Outcome => ({
  case: given,
  features,
  leftOut,
  values,
  notes,
  pictures: [],
  mean: difference?.mean,
  worstOpaque: difference?.worstOpaque ?? 0,
  comparedShare: difference?.comparedShare ?? 0,
  width: theirs?.width ?? 0,
  height: theirs?.height ?? 0,
});

/** Ours, theirs, difference. */
async function writePictures(given: Case, { ours, theirs, difference }: Comparison): Promise<string[]> {
  if (!ours || !theirs || !difference) return [];
  const place = `pictures/${fileName(given.set)}`;
  await mkdir(join(folder, place), { recursive: true });
  const files = Object.entries({ ours, theirs, difference: difference.picture });
  return Promise.all(
    files.map(async ([kind, picture]) => {
      const path = `${place}/${fileName(given.name)}-${kind}.png`;
      await writeFile(join(folder, path), await encodePicture(picture));
      return path;
    }),
  );
}

const fileName = (name: string): string => name.replace(/[^\w-]+/g, '_');
