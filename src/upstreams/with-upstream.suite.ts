import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { insertUpstream, type Upstream } from './upstreams-store.ts';

/** A database with an upstream and the organization that it is of. */
export async function withUpstream(database: Kysely<Tables>, upstream: Upstream): Promise<Kysely<Tables>> {
  const organization = { id: upstream.organizationId, name: 'Acme', created_at: 0 };
  await database
    .insertInto('organizations')
    .values({ ...organization, plan: 'enterprise', region: 'standard' })
    .execute();
  await insertUpstream(database, upstream);
  return database;
}
