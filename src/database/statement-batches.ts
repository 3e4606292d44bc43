/** Databases limit the values of one statement. */
const rowsPerStatement = 500;

/** Rows to be written, as many together as one statement holds. */
export function* inStatements<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += rowsPerStatement) yield rows.slice(at, at + rowsPerStatement);
}
