/** Logs, limits and what follows from changes some time later. */
export const unwatchedTables: ReadonlySet<string> = new Set([
  ...['request_log', 'rate_buckets', 'deliveries', 'delivery_attempts', 'quiet_files', 'events', 'renders'],
  ...['uncounted_versions', 'unread_versions', 'settings', 'library_uses'],
]);
/** When something was last used; and of a file's variables all but what they were settled for. */
export const unwatchedColumns: ReadonlySet<string> = new Set([
  ...['tokens.last_used_at', 'identities.last_used_at', 'sessions.last_seen_at'],
  ...['variable_files.revision', 'variable_files.next_number', 'variable_files.collection_ids'],
]);
/**
 * References of variables to documents and libraries are settled at the first look, whatever comes of it: then
 * this changes, and nothing is said of the tables that begin like it.
 */
const settled = 'variable_files';
const settledTables = /^variable_/;

/** What each table holds, or a digest of it. */
export type Digests = ReadonlyMap<string, string>;

/** The tables that differ. */
export const differing = (before: Digests, after: Digests): readonly string[] =>
  [...after].filter(([table, digest]) => before.get(table) !== digest).map(([table]) => table);

/** Those of them that tell of a change. */
export function changesOf(before: Digests, after: Digests): readonly string[] {
  const changed = differing(before, after);
  return changed.includes(settled) ? changed.filter((table) => !settledTables.test(table)) : changed;
}
