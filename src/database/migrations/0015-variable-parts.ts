import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';
import { inStatements } from '../statement-batches.ts';

/** Keeps the variables of a file some dozens to a row, instead of each in its own. */
export async function variableParts(database: Kysely<never>): Promise<void> {
  await createTables(database, tables);
  const before = database as unknown as Kysely<Before>;
  const files = await before.selectFrom('variables').select('file_key').distinct().execute();
  for (const { file_key } of files) await movePartsOf(before, file_key);
  await database.schema.dropTable('variables').execute();
}

const tables: Record<string, TableSketch> = {
  variable_parts: {
    columns: { file_key: 'text', part: 'integer', body: 'text' },
    key: ['file_key', 'part'],
    references: { file_key: ['files.key', 'cascade'] },
  },
};

interface Before {
  variables: { file_key: string; id: string; body: string };
  variable_parts: { file_key: string; part: number; body: string };
}

async function movePartsOf(database: Kysely<Before>, fileKey: string): Promise<void> {
  const rows = await database
    .selectFrom('variables')
    .select(['id', 'body'])
    .where('file_key', '=', fileKey)
    .execute();
  const parts = [...Map.groupBy(rows, ({ id }) => partOf(id))].map(([part, members]) => ({
    file_key: fileKey,
    part,
    body: `[${members.map(({ body }) => body).join(',')}]`,
  }));
  for (const some of inStatements(parts)) await database.insertInto('variable_parts').values(some).execute();
}

/** As the program puts variables into parts. */
function partOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % 128;
}
