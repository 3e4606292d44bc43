import { expect, it } from 'vitest';
import { databaseCounts } from './database-counts.ts';
import { repeated } from './repeated.ts';

const ended = (code: string): Error => Object.assign(new Error('ended'), { code });

/** How often work is tried that always ends so. */
async function triesOf(error: Error): Promise<number> {
  let count = 0;
  const work = async () => {
    count += 1;
    throw error;
  };
  await expect(repeated(work)).rejects.toBe(error);
  return count;
}

it.each([
  ['met another one', '40001'],
  ['took a number that another one took at the same moment', '23505'],
])('A change that %s is made again, and counted', async (_what, code) => {
  const before = databaseCounts().transactionsRepeated;
  const work = async (tries: number) => {
    if (tries === 1) throw new Error('wrapped', { cause: ended(code) });
    return tries;
  };
  expect(await repeated(work)).toBe(2);
  expect(databaseCounts().transactionsRepeated - before).toBe(1);
});

it('A change that writes twice what there may be once is given up soon, and one that fails otherwise at once', async () => {
  expect(await triesOf(ended('23505'))).toBe(7);
  expect(await triesOf(ended('23503'))).toBe(1);
});

it('A change that met others often, as beside a restore, and then took a number that is taken is made again', async () => {
  const work = async (tries: number) => {
    if (tries <= 8) throw ended('40P01');
    if (tries === 9) throw ended('23505');
    return tries;
  };
  expect(await repeated(work)).toBe(10);
});
