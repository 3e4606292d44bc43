import type { Kysely } from 'kysely';
import { createTables } from '../create-tables.ts';

/** Which snapshot a changed document lies over, so that its blob is kept as long as the change. */
export const overlays = (database: Kysely<never>): Promise<void> =>
  createTables(database, {
    overlays: { columns: { snapshot: 'text', base: 'text' }, key: ['snapshot'], indexes: [['base']] },
  });
