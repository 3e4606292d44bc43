import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onBothEngines, openMigrated } from '../../testing/postgres-and-sqlite.ts';
import { exampleRows, insertExampleRows } from '../../testing/postgres-example-rows.ts';
import { partOf } from '../../variables/variable-parts.ts';
import { variableParts } from './0015-variable-parts.ts';

const ids = Array.from({ length: 400 }, (_, index) => `VariableID:1:${index}`);

onBothEngines('Moving variables to parts', (openEmpty) => {
  test('keeps each of them, where the program looks for it', async () => {
    const { database } = await openMigrated(openEmpty);
    await insertExampleRows(database);
    await database.schema.dropTable('variable_parts').execute();
    await sql`create table variables (file_key text, id text, body text)`.execute(database);
    const key = exampleRows.variable_files[0]?.file_key as string;
    for (const id of ids)
      await sql`insert into variables values (${key}, ${id}, ${JSON.stringify({ id })})`.execute(database);
    await variableParts(database as never);
    const parts = await database.selectFrom('variable_parts').selectAll().execute();
    const found = parts.flatMap(({ file_key, part, body }) =>
      (JSON.parse(body) as { id: string }[]).map(({ id }) => ({ file_key, part, id })),
    );
    const byId = <T extends { id: string }>(some: T[]) => some.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const expected = ids.map((id) => ({ file_key: key, part: partOf(id), id }));
    expect(byId(found)).toEqual(byId(expected));
  });
});
