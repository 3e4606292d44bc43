/** Logs, limits and what follows from changes some time later. */
export const unwatchedTables: ReadonlySet<string> = new Set([
  'request_log',
  'rate_buckets',
  'deliveries',
  'delivery_attempts',
  'quiet_files',
  'events',
  'renders',
  'uncounted_versions',
  'settings',
  'library_uses',
  'upstream_tiers',
  'mirror_lists',
  'mirrored_files',
  'mirror_steps',
  'mirror_images',
  // What is found by words is read some time later, and holds tables of its own in SQLite.
  'unsearched_files',
  'search_files',
  'search_blocks',
  ...['', '_data', '_idx', '_docsize', '_config', '_content'].map((part) => `search_words${part}`),
]);
/** When something was last used; and of a file's variables all but what they were settled for. */
export const unwatchedColumns: ReadonlySet<string> = new Set([
  'tokens.last_used_at',
  'identities.last_used_at',
  'sessions.last_seen_at',
  // As its upstream answers.
  'mirrors.failure',
  'variable_files.revision',
  'variable_files.next_number',
  'variable_files.collection_ids',
]);
/** Tables that change by themselves when something is looked at or read later: with the first all of them may. */
const followed: readonly { readonly table: string; readonly tables: RegExp }[] = [
  // References of variables to documents and libraries are settled at the first look, whatever comes of it.
  { table: 'variable_files', tables: /^variable_/ },
  // Texts of an earlier version are recorded in the transaction that counts them as recorded.
  { table: 'unread_versions', tables: /^(unread_versions|text_events)$/ },
  // What is done every hour deletes what has ended.
  {
    table: 'chores',
    tables:
      /^(chores|activity_events|text_events|sessions|authorization_codes|invitations|password_resets|overlays)$/,
  },
];

/** What each table holds, or a digest of it. */
export type Digests = ReadonlyMap<string, string>;

/** The tables that differ. */
export const differing = (before: Digests, after: Digests): readonly string[] =>
  [...after].filter(([table, digest]) => before.get(table) !== digest).map(([table]) => table);

/** Those of them that tell of a change. */
export function changesOf(before: Digests, after: Digests): readonly string[] {
  const changed = differing(before, after);
  const follows = followed.filter(({ table }) => changed.includes(table)).map(({ tables }) => tables);
  return changed.filter((table) => !follows.some((tables) => tables.test(table)));
}
