import type { Tables } from '../database/tables.ts';
import { type Room, roomOf } from './rooms.ts';
import { type SourceFile, withoutComments } from './source-files.ts';

/** The one room that writes each table: what a row has to hold to is known there. */
export const roomOfTable: Readonly<Record<keyof Tables, Room>> = {
  settings: 'installation',
  organizations: 'places',
  users: 'people',
  apps: 'apps',
  app_logos: 'apps',
  app_grants: 'apps',
  authorization_codes: 'apps',
  sessions: 'tokens',
  identities: 'accounts',
  invitations: 'tokens',
  password_resets: 'tokens',
  tokens: 'tokens',
  teams: 'places',
  team_members: 'places',
  projects: 'places',
  project_members: 'places',
  files: 'files',
  deleted_files: 'files',
  versions: 'files',
  overlays: 'files',
  image_fills: 'files',
  uncounted_versions: 'files',
  unread_versions: 'files',
  unsearched_files: 'files',
  search_files: 'search',
  search_blocks: 'search',
  sites: 'sites',
  fonts: 'fonts',
  renders: 'images',
  webhooks: 'webhooks',
  events: 'events',
  deliveries: 'events',
  delivery_attempts: 'events',
  quiet_files: 'events',
  activity_events: 'events',
  activity_counters: 'events',
  request_log: 'events',
  text_events: 'events',
  upstreams: 'upstreams',
  upstream_tiers: 'upstreams',
  mirrors: 'mirrors',
  mirror_lists: 'mirrors',
  mirrored_files: 'mirrors',
  mirror_steps: 'mirrors',
  mirror_images: 'mirrors',
  left_webhooks: 'mirrors',
  chores: 'jobs',
  blobs: 'blobs',
  processes: 'installation',
  console_assets: 'console',
  render_batches: 'images',
  packed_images: 'images',
  variable_files: 'file-variables',
  variable_collections: 'file-variables',
  variable_parts: 'file-variables',
  variable_history: 'file-variables',
  variable_publications: 'file-variables',
  published_variables: 'file-variables',
  library_publishes: 'libraries',
  library_subscriptions: 'libraries',
  published_assets: 'libraries',
  library_uses: 'libraries',
  library_actions: 'libraries',
  dev_resources: 'dev-mode',
  resources: 'payments',
  payments: 'payments',
  ai_usage: 'people',
  comments: 'comments',
  comment_counters: 'comments',
  comment_reactions: 'comments',
  rate_buckets: 'access',
};

/** SQLite alone has it: it searches and is searched, and nothing copies it. */
const ofSqlite = { search_words: 'search' } as const satisfies Record<string, Room>;

/** Stands for a table that the code does not name where it writes. */
export const anyTable = 'any table';

interface WriteOutside {
  readonly path: string;
  readonly tables: readonly (keyof Tables | typeof anyTable)[];
  readonly because: string;
}

/** Who else may write; an entry that is not needed any more is refused. */
export const mayWriteOutside: readonly WriteOutside[] = [
  {
    path: 'src/database/dump.ts',
    tables: [anyTable],
    because: 'a restore brings all rows as they were, and each was made by its room',
  },
  {
    path: 'src/database/insert-rows.ts',
    tables: [anyTable],
    because: 'it writes the rows that a restore brings',
  },
];

/** Migrations change what was stored before the rooms stood as they do now. */
const isMigration = (path: string): boolean => path.startsWith('src/database/migrations/');

const byBuilder =
  /\.(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*(?:(['"`])(\w+)[^'"`]*\1)?/g;
const bySql =
  /\b(?:insert\s+(?:or\s+\w+\s+)?into|replace\s+into|merge\s+into|delete\s+from|truncate\s+table|update(?=\s+\S+\s+set\b))\s+(?:only\s+)?(?:["'`]?(\w+)|\$\{)/gi;

/** The tables that a file writes, by the query builder or in SQL. */
export function tablesWritten({ text }: SourceFile): string[] {
  const code = withoutComments(text);
  const built = [...code.matchAll(byBuilder)].map(([, , table]) => table);
  const said = [...code.matchAll(bySql)].map(([, table]) => table);
  return [...new Set([...built, ...said].map((table) => table ?? anyTable))];
}

/** The tables that a file writes though they are another room's. */
export function tablesOfOthers(file: SourceFile): string[] {
  if (isMigration(file.path)) return [];
  const rooms: Readonly<Record<string, Room | undefined>> = { ...roomOfTable, ...ofSqlite };
  return tablesWritten(file).filter((table) => rooms[table] !== roomOf(file.path));
}
