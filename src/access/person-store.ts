import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

export interface PersonRow {
  readonly id: string;
  readonly handle: string;
  readonly img_url: string;
}

export async function findPerson(database: Kysely<Tables>, id: string): Promise<PersonRow | undefined> {
  return database
    .selectFrom('users')
    .select(['id', 'handle', 'img_url'])
    .where('id', '=', id)
    .executeTakeFirst();
}
