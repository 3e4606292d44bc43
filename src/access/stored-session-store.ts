import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { userColumns } from './caller-store.ts';

/** The session of that hash, if it lasts still, with who is signed in by it. */
export const lastingSession = (database: Kysely<Tables>, hash: string, now: number) =>
  database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...userColumns, 'sessions.last_seen_at'])
    .where('sessions.hash', '=', hash)
    .where('sessions.expires_at', '>', now);
