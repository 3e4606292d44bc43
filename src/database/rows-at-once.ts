/** What the texts of rows that are held together take at the most. A single row may take more. */
const mostBytes = 4 * 1024 * 1024;

/** Of rows whose texts have these sizes in bytes, in their order, how many are held together: one at the least. */
export function countAtOnce(sizes: readonly number[]): number {
  let bytes = 0;
  const end = sizes.findIndex((size, at) => {
    bytes += size;
    return at > 0 && bytes > mostBytes;
  });
  return end < 0 ? sizes.length : end;
}
