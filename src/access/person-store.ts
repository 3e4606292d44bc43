import type { Kysely } from 'kysely';
import type { UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** A person as answers show them. */
export interface ShownPerson {
  readonly id: UserId;
  readonly handle: string;
  readonly imgUrl: string;
}

export async function findPerson(database: Kysely<Tables>, id: UserId): Promise<ShownPerson | undefined> {
  return database
    .selectFrom('users')
    .select(['id', 'handle', 'img_url as imgUrl'])
    .where('id', '=', id)
    .executeTakeFirst();
}
