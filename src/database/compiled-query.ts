import type { CompiledQuery, Kysely } from 'kysely';
import { keepPlanOf } from './kept-plans.ts';
import { readAtOnce } from './read-at-once.ts';
import type { Tables } from './tables.ts';

/** What a call may give to a query. */
type Value = string | number;

/** Answers the first row, or undefined where there is none. */
export type FirstRow<Values extends readonly Value[], Row> = (
  database: Kysely<Tables>,
  ...values: Values
) => Promise<Row | undefined>;

/** Answers every row. */
export type AllRows<Values extends readonly Value[], Row> = (
  database: Kysely<Tables>,
  ...values: Values
) => Promise<Row[]>;

type Build<Values extends readonly Value[], Row> = (
  database: Kysely<Tables>,
  ...values: Values
) => { compile(): CompiledQuery<Row> };

interface Built<Row> {
  readonly query: CompiledQuery<Row>;
  /** Which value stands at each parameter; -1 for one that is always the same. */
  readonly order: readonly number[];
}

/**
 * A query that is built once and from then on only given new values: building one takes longer than SQLite
 * takes to answer it, and planning it longer than PostgreSQL takes. `build` must put its values into the query as they are, and nothing may depend on them.
 */
export function allRows<const Values extends readonly Value[], Row>(
  build: Build<Values, Row>,
): AllRows<Values, Row> {
  const givenOf = given(build);
  return async (database, ...values) => {
    const query = givenOf(database, values);
    return readAtOnce(database, query) ?? (await database.executeQuery<Row>(query)).rows;
  };
}

/** Values in the place of those with which the query was built. */
function given<const Values extends readonly Value[], Row>(build: Build<Values, Row>) {
  const byDialect = new WeakMap<object, Built<Row>>();
  const marks = Array.from({ length: build.length - 1 }, (_, index) => `\0value ${index}`);
  const compiled = (database: Kysely<Tables>): Built<Row> => {
    const { adapter } = database.getExecutor();
    const known = byDialect.get(adapter);
    if (known !== undefined) return known;
    const query = build(database, ...(marks as unknown as Values)).compile();
    const made = { query, order: query.parameters.map((own) => marks.indexOf(own as string)) };
    keepPlanOf(query.sql);
    byDialect.set(adapter, made);
    return made;
  };
  return (database: Kysely<Tables>, values: Values): CompiledQuery<Row> => {
    const { query, order } = compiled(database);
    const parameters = query.parameters.map((own, index) => values[order[index] as number] ?? own);
    return { ...query, parameters };
  };
}

/** The same of a statement that writes, and answers the one row that it has written, if any. */
export function writtenRow<const Values extends readonly Value[], Row>(
  build: Build<Values, Row>,
): FirstRow<Values, Row> {
  const givenOf = given(build);
  return async (database, ...values) => (await database.executeQuery<Row>(givenOf(database, values))).rows[0];
}

/** The same of a query that finds one row at the most. */
export function firstRow<const Values extends readonly Value[], Row>(
  build: Build<Values, Row>,
): FirstRow<Values, Row> {
  const rowsOf = allRows(build);
  return async (database, ...values) => (await rowsOf(database, ...values))[0];
}

/** Runs a statement that writes rows. */
export type WriteRows<Row> = (database: Kysely<Tables>, rows: readonly Row[]) => Promise<void>;

/**
 * A statement that writes a fixed number of rows, built once: building one for some hundred rows takes longer
 * than writing them. Fewer rows have one built for them.
 *
 * @param bounds `columns` in the order in which `build` takes them over from the rows
 */
export function writeRows<Row extends object>(
  bounds: { rowCount: number; columns: readonly (keyof Row & string)[] },
  build: (database: Kysely<Tables>, rows: readonly Row[]) => { compile(): CompiledQuery },
): WriteRows<Row> {
  const byDialect = new WeakMap<object, CompiledQuery>();
  const compiled = (database: Kysely<Tables>, rows: readonly Row[]): CompiledQuery => {
    if (rows.length !== bounds.rowCount) return build(database, rows).compile();
    const { adapter } = database.getExecutor();
    const known = byDialect.get(adapter) ?? build(database, rows).compile();
    byDialect.set(adapter, known);
    return known;
  };
  return async (database, rows) => {
    const query = compiled(database, rows);
    const parameters = rows.flatMap((row) => bounds.columns.map((column) => row[column]));
    await database.executeQuery({ ...query, parameters });
  };
}
