import { type Kysely, type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { fileKeyOf } from '../contract/branded-ids.ts';
import { isPostgres } from '../database/column-kinds.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
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
import {
  candidateBlocks,
  deleteOldBlocks,
  insertBlocks,
  joinWords,
  setGeneration,
} from './search-blocks-store.ts';
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

  it('writes no more at once than what came and some pages that are put together', async (context) => {
    const database = await open();
    if (isPostgres(database)) context.skip('PostgreSQL puts its index together by itself');
    const [written, joined]: [number[], number[]] = [[], []];
    const pages = (of: Kysely<Tables>) => countOf(of, sql`select count(*) as count from search_words_data`);
    const insert = async (block: number) => {
      const words = Array.from({ length: 4_000 }, (_, place) => wordAt(4_000 * block + place)).join(' ');
      const before = await changedRows(database);
      await inTransaction(database, (transaction) =>
        insertBlocks(transaction, { fileKey: main, generation: 'g' }, [
          { first: block, end: block + 1, words },
        ]),
      );
      written.push((await changedRows(database)) - before);
    };
    for (let block = 0; block < 40; block += 1) {
      await insert(block);
      for (let isMore = block % 5 === 4; isMore; ) {
        const present = await pages(database);
        isMore = await inTransaction(database, joinWords);
        joined.push((await pages(database)) - present);
      }
    }
    expect(Math.max(...written)).toBeLessThan(64);
    expect(Math.max(...joined)).toBeLessThan(32);
    const segments = await countOf(
      database,
      sql`select count(distinct segid) as count from search_words_idx`,
    );
    expect(segments).toBeLessThan(16);
    await count(database, 'g');
    expect(await found(database, wordAt(80_000))).toMatchObject([{ first: 20 }]);
  });
});

/** Words of which no two that follow each other are alike. */
const wordAt = (place: number): string => `w${(7919 * place).toString(36)}`;

async function countOf(database: Kysely<Tables>, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await (query as RawBuilder<{ count: number }>).execute(database);
  return Number(rows[0]?.count);
}

/** Those of the connection that writes. */
const changedRows = (database: Kysely<Tables>): Promise<number> =>
  inTransaction(database, (transaction) => countOf(transaction, sql`select total_changes() as count`));
