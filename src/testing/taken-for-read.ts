import type { TestServer } from './test-server.ts';

/** Has the search take all designs for read: it brings none by itself then, neither now nor after the next start. */
export async function takeForRead({ context: { database } }: TestServer): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('search_files')
      .columns(['file_key', 'snapshot', 'name', 'generation'])
      .expression((builder) =>
        builder
          .selectFrom('files')
          .innerJoin('versions', (join) =>
            join
              .onRef('versions.file_key', '=', 'files.key')
              .onRef('versions.id', '=', 'files.current_version'),
          )
          .select(({ val }) => [
            'files.key',
            'versions.snapshot',
            'files.name',
            val('none').as('generation'),
          ]),
      )
      .onConflict((conflict) =>
        conflict.column('file_key').doUpdateSet(({ ref }) => ({
          snapshot: ref('excluded.snapshot'),
          name: ref('excluded.name'),
        })),
      )
      .execute();
    // What is being read is lost to the search by this.
    await transaction.deleteFrom('unsearched_files').execute();
  });
}
