import type { DialectAdapter, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

const countByAdapter = new WeakMap<DialectAdapter, () => number>();

/** Lets the engine behind this adapter say how often something was committed. */
export function countChanges(adapter: DialectAdapter, count: () => number): void {
  countByAdapter.set(adapter, count);
}

/**
 * A number that grows with everything that is committed; while it stays, what was read still holds. Undefined on
 * PostgreSQL, which does not tell, and inside of a transaction.
 */
export function changeCount(database: Kysely<Tables>): number | undefined {
  return database.isTransaction ? undefined : countByAdapter.get(database.getExecutor().adapter)?.();
}
