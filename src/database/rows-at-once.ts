/** What the texts of rows that are held together take at the most. A single row may take more. */
export const mostBytesAtOnce = 4 * 1024 * 1024;

/** Of rows whose texts have these sizes in bytes, in their order, how many are held together: one at the least. */
export function countAtOnce(sizes: readonly number[]): number {
  let bytes = 0;
  const end = sizes.findIndex((size, at) => {
    bytes += size;
    return at > 0 && bytes > mostBytesAtOnce;
  });
  return end < 0 ? sizes.length : end;
}

/** How rows are read that may have long texts. Both queries begin behind the row that was last, in the same order. */
interface LongRows<Row> {
  /** Of the next rows, what the texts of each have; neither engine reads a long text to tell its size. */
  readonly sizesAfter: (last: Row | undefined) => Promise<readonly { readonly bytes: number }[]>;
  readonly rowsAfter: (last: Row | undefined, count: number) => Promise<Row[]>;
}

/** All rows of a query, as many at a time as may be held together. */
export async function* partsOf<Row>({ sizesAfter, rowsAfter }: LongRows<Row>): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const sizes = await sizesAfter(last);
    const rows =
      sizes.length === 0 ? [] : await rowsAfter(last, countAtOnce(sizes.map(({ bytes }) => bytes)));
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
  } while (last !== undefined);
}
