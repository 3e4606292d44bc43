import type { Kysely } from 'kysely';

/** The calls of one person, newest first, without those of everybody else in between. */
export async function callsOfPeople(database: Kysely<never>): Promise<void> {
  await database.schema
    .createIndex('request_log_user_id')
    .on('request_log')
    .columns(['user_id', 'at', 'ordinal'])
    .execute();
}
