import type { CompiledQuery, DialectAdapter, Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Reads the rows of a query before it returns; undefined where it has to be asked in the usual way. */
export type ReadAtOnce = <Row>(query: CompiledQuery<Row>) => Row[] | undefined;

const readByAdapter = new WeakMap<DialectAdapter, ReadAtOnce>();

/** Lets what is read outside of transactions go to the engine behind this adapter without a way around. */
export function readsAtOnce(adapter: DialectAdapter, read: ReadAtOnce): void {
  readByAdapter.set(adapter, read);
}

/**
 * The rows of a query, where the engine has them in less time than it takes to borrow a connection and wait for it.
 * Undefined on PostgreSQL, inside of a transaction, and where somebody stands in between.
 */
export function readAtOnce<Row>(database: Kysely<Tables>, query: CompiledQuery<Row>): Row[] | undefined {
  const { adapter, plugins } = database.getExecutor();
  return database.isTransaction || plugins.length > 0 ? undefined : readByAdapter.get(adapter)?.(query);
}
