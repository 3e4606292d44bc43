import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../column-kinds.ts';

/** SQLite no longer puts its index of words together as it commits, which held up everybody: it is asked to, in steps. */
export async function wordsJoinedInSteps(database: Kysely<never>): Promise<void> {
  if (isPostgres(database)) return;
  await sql`insert into search_words (search_words, rank) values ('automerge', 0)`.execute(database);
}
