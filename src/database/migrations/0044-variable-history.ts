import type { Kysely } from 'kysely';
import { createTables } from '../create-tables.ts';

/** What variables were before the change that made a version. */
export async function variableHistory(database: Kysely<never>): Promise<void> {
  await createTables(database, {
    variable_history: {
      columns: { file_key: 'text', ordinal: 'integer', body: 'text' },
      key: ['file_key', 'ordinal'],
      references: { file_key: ['files.key', 'cascade'] },
    },
  });
}
