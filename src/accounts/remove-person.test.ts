import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { userIdOf } from '../contract/branded-ids.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { exampleRows, insertExampleRows } from '../testing/postgres-example-rows.ts';
import { type PartingStatements, partingStatements } from './remove-person.ts';

onBothEngines('A removed person', (openEmpty) => {
  it('is named by no row that was to go with them or to name nobody', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    const id = userIdOf(exampleRows.users[0]?.id ?? '');
    const count = async (tie: string) => {
      const [table = '', column = ''] = tie.split('.');
      const query = sql<{ found: number }>`
        select count(*) as found from ${sql.table(table)} where ${sql.ref(column)} = ${id}`;
      return Number((await query.execute(database)).rows[0]?.found);
    };
    for (const [tie, leave] of Object.entries(partingStatements)) {
      // A reset that was shown to somebody may be their own, and gone already.
      if (tie !== 'password_resets.shown_to') expect([tie, await count(tie)]).not.toEqual([tie, 0]);
      await leave(database, id);
      expect([tie, await count(tie)]).toEqual([tie, 0]);
    }
  });
});

it('The removal of a person does not compile while a column that names them is left to nobody', () => {
  const { 'tokens.user_id': _, ...lacking } = partingStatements;
  // @ts-expect-error nobody ends the tokens
  const whole: PartingStatements = lacking;
  expect(whole).toBe(lacking);
});
