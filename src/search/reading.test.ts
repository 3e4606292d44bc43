import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { fileKeyOf } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import {
  claimUnsearched,
  endUnsearched,
  freeUnsearched,
  keepUnsearched,
  noteAllUnsearched,
  noteUnsearched,
  ReadingLost,
} from '../files/unsearched-files-store.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { insertExampleRows } from '../testing/postgres-example-rows.ts';
import { candidateBlocks, deleteOldBlocks, insertBlocks, setGeneration } from './search-blocks-store.ts';
import { tidySearch } from './tidy-search.ts';

const main = fileKeyOf('main');
const minuteMs = 60_000;

onBothEngines('Reading files for the search', (openEmpty) => {
  /** A world that a program of before left, which knew no search. */
  async function open(): Promise<Kysely<Tables>> {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    for (const table of ['unsearched_files', 'search_files', 'search_blocks'] as const)
      await database.deleteFrom(table).execute();
    return database;
  }
  const claim = (database: Kysely<Tables>, lease: string, now: number) =>
    claimUnsearched(database, { lease, now });
  const write = (database: Kysely<Tables>, generation: string, words: string) =>
    insertBlocks(database, { fileKey: main, generation }, [{ first: 0, end: 64, words }]);
  const count = async (database: Kysely<Tables>, generation: string) => {
    const [version] = await database.selectFrom('versions').select('snapshot').execute();
    await setGeneration(database, { file_key: main, generation, snapshot: version!.snapshot, name: 'main' });
  };
  const found = async (database: Kysely<Tables>, word: string, isBeginning = false) => {
    const wanted = { file: undefined, place: undefined, below: Number.MAX_SAFE_INTEGER, count: 9 };
    return candidateBlocks(database, { ...wanted, sought: [{ word, isBeginning }] });
  };

  it('takes files of before there was a search, and each until it was read', async () => {
    const database = await open();
    await noteAllUnsearched(database);
    const taken = (await claim(database, 'a', 1))!;
    expect(taken).toMatchObject({ fileKey: main, noted: 1 });
    expect(await claim(database, 'b', 2)).toBeUndefined();
    await count(database, 'g1');
    await endUnsearched(database, taken);
    await noteAllUnsearched(database);
    expect(await claim(database, 'c', 3)).toBeUndefined();
  });

  it('is done by another once whoever took the file is silent, and the first one’s counts no more', async () => {
    const database = await open();
    await noteAllUnsearched(database);
    const first = (await claim(database, 'a', 1))!;
    const second = (await claim(database, 'b', 1 + minuteMs))!;
    expect(second.fileKey).toBe(main);
    await expect(keepUnsearched({ transaction: database, at: 2 }, first)).rejects.toThrow(ReadingLost);
    await endUnsearched(database, first);
    await keepUnsearched({ transaction: database, at: 2 + minuteMs }, second);
    await freeUnsearched(database);
    expect(await claim(database, 'c', 3 + minuteMs)).toMatchObject({ fileKey: main });
  });

  it('is done again where the file changed meanwhile', async () => {
    const database = await open();
    await noteUnsearched({ transaction: database, at: 1 }, main);
    const taken = (await claim(database, 'a', 1))!;
    await noteUnsearched({ transaction: database, at: 2 }, main);
    await endUnsearched(database, taken);
    expect(await claim(database, 'b', 3)).toMatchObject({ noted: 2 });
  });

  it('lets blocks count once all are there, and forgets those of before and of files that are gone', async () => {
    const database = await open();
    await write(database, 'g1', 'wbuy wนา w設計');
    await count(database, 'g1');
    await write(database, 'g2', 'wsell wbuyer');
    expect(await found(database, 'wbuy')).toMatchObject([{ fileKey: main, first: 0, end: 64 }]);
    expect(await found(database, 'wbu', true)).toHaveLength(1);
    expect(await found(database, 'w設', true)).toHaveLength(1);
    expect(await found(database, 'wนา')).toHaveLength(1);
    expect(await found(database, 'wsell')).toEqual([]);
    await count(database, 'g2');
    expect(await deleteOldBlocks(database, main)).toBe(false);
    expect(await found(database, 'wbuy')).toEqual([]);
    expect(await found(database, 'wsell')).toHaveLength(1);
    await database.deleteFrom('search_files').execute();
    await tidySearch({ database });
    expect(await database.selectFrom('search_blocks').selectAll().execute()).toEqual([]);
    expect(await claim(database, 'a', 1)).toMatchObject({ fileKey: main });
  });
});
