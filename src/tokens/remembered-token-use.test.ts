import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TokenId } from '../contract/branded-ids.ts';
import { isPostgres } from '../database/column-kinds.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { exampleRows, insertExampleRows } from '../testing/postgres-example-rows.ts';
import { rememberTokenUse } from './tokens-store.ts';

onBothEngines('The use of a token', (openEmpty) => {
  test('waits for a restore once, however often it is used, and leaves connections to others', async (context) => {
    const { database } = await openMigrated(openEmpty);
    if (!isPostgres(database))
      return context.skip('a file has one writer, who takes no connection from those who read');
    await insertExampleRows(database);
    const id = exampleRows.tokens[0]?.id as TokenId;
    const restoring = await database.startTransaction().execute();
    await sql`lock table tokens in exclusive mode`.execute(restoring);
    const uses = Promise.all(Array.from({ length: 20 }, (_, at) => rememberTokenUse(database, id, at + 1)));
    // Without a connection that is left to it this waits until the lock goes.
    expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
    await restoring.commit().execute();
    await uses;
    await rememberTokenUse(database, id, 100);
    const token = database.selectFrom('tokens').select('last_used_at').where('id', '=', id);
    expect(await token.execute()).toEqual([{ last_used_at: 100 }]);
  });
});
