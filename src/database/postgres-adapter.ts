import { PostgresAdapter } from 'kysely';

/**
 * What Kysely knows of PostgreSQL, but for its lock for migrations: that one belongs to a session, and would stay
 * behind on the connection of a pooler. `migrate` takes one of its transaction.
 */
export function postgresAdapter(): PostgresAdapter {
  return Object.assign(new PostgresAdapter(), {
    acquireMigrationLock: async () => undefined,
    releaseMigrationLock: async () => undefined,
  });
}
