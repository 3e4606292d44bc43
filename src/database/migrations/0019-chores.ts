import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** When each chore of the upkeep is due, and who is at it. */
export const chores = (database: Kysely<never>): Promise<void> => createTables(database, tables);

const tables: Record<string, TableSketch> = {
  chores: { columns: { name: 'text', next_at: 'integer', lease: 'text?' }, key: ['name'] },
};
