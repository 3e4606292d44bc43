import type { Facts } from './file-facts.ts';

/** Says of a file with very many pages that not all are listed. */
export function unlistedWords({ pages, page_count: count }: Facts): string | undefined {
  const unlisted = count - pages.length;
  return unlisted > 0 ? `${unlisted.toLocaleString('en')} more pages are not listed.` : undefined;
}
