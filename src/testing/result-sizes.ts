import type { Kysely } from 'kysely';

/** The same database, and how many characters of texts the largest of its answers had so far. */
export function withResultSizes<DB>(database: Kysely<DB>): { database: Kysely<DB>; largest(): number } {
  let largest = 0;
  const measured = database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const cells = result.rows.flatMap((row) => Object.values(row));
      const texts = cells.map((cell) => (typeof cell === 'string' ? cell.length : 0));
      largest = Math.max(
        largest,
        texts.reduce((all, one) => all + one, 0),
      );
      return result;
    },
  });
  return { database: measured, largest: () => largest };
}
