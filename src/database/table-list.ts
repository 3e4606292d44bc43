import type { Tables } from './tables.ts';

export type TableName = keyof Tables;

/** What a backup does with the rows of a table. */
type InBackup =
  /** It holds them all, and all come back. */
  | 'whole'
  /** They open something: where it is one of this very installation, only those come back that still do. */
  | 'while live'
  /** They live for minutes, or are begun anew by who they are of: none comes back. */
  | 'not restored'
  /** A server writes them for itself while it works: it holds none. */
  | 'not copied';

/**
 * Every table with its primary key, each after the tables it refers to. What copies a whole database walks this
 * list; a table that is missing here, or of which nothing is said, breaks the compile.
 */
export const tables = {
  settings: { key: ['name'], backup: 'whole' },
  organizations: { key: ['id'], backup: 'whole' },
  users: { key: ['id'], backup: 'whole' },
  teams: { key: ['id'], backup: 'whole' },
  apps: { key: ['client_id'], backup: 'whole' },
  app_logos: { key: ['app_id', 'id'], backup: 'whole' },
  tokens: { key: ['id'], backup: 'while live' },
  app_grants: { key: ['app_id', 'user_id'], backup: 'while live' },
  authorization_codes: { key: ['hash'], backup: 'not restored' },
  sessions: { key: ['hash'], backup: 'not restored' },
  identities: { key: ['id'], backup: 'while live' },
  invitations: { key: ['id'], backup: 'while live' },
  password_resets: { key: ['hash'], backup: 'not restored' },
  team_members: { key: ['team_id', 'user_id'], backup: 'whole' },
  projects: { key: ['id'], backup: 'whole' },
  project_members: { key: ['project_id', 'user_id'], backup: 'whole' },
  files: { key: ['key'], backup: 'whole' },
  deleted_files: { key: ['key'], backup: 'whole' },
  versions: { key: ['file_key', 'id'], backup: 'whole' },
  overlays: { key: ['snapshot'], backup: 'whole' },
  image_fills: { key: ['file_key', 'image_ref'], backup: 'whole' },
  sites: { key: ['id'], backup: 'whole' },
  fonts: { key: ['id'], backup: 'whole' },
  renders: { key: ['id'], backup: 'whole' },
  webhooks: { key: ['id'], backup: 'whole' },
  events: { key: ['id'], backup: 'whole' },
  deliveries: { key: ['id'], backup: 'whole' },
  delivery_attempts: { key: ['id'], backup: 'whole' },
  quiet_files: { key: ['file_key'], backup: 'whole' },
  upstreams: { key: ['id'], backup: 'whole' },
  upstream_tiers: { key: ['upstream_id', 'tier'], backup: 'whole' },
  mirrors: { key: ['id'], backup: 'whole' },
  mirror_lists: { key: ['mirror_id', 'kind', 'elsewhere'], backup: 'whole' },
  mirrored_files: { key: ['file_key'], backup: 'whole' },
  mirror_steps: { key: ['file_key', 'step'], backup: 'whole' },
  mirror_images: { key: ['file_key', 'image_ref'], backup: 'whole' },
  left_webhooks: { key: ['upstream_id', 'webhook_id'], backup: 'whole' },
  chores: { key: ['name'], backup: 'not copied' },
  blobs: { key: ['id'], backup: 'not copied' },
  processes: { key: ['id'], backup: 'not copied' },
  console_assets: { key: ['name'], backup: 'not copied' },
  render_batches: { key: ['id'], backup: 'not copied' },
  packed_images: { key: ['name'], backup: 'not copied' },
  activity_events: { key: ['id'], backup: 'whole' },
  activity_counters: { key: ['organization_id'], backup: 'whole' },
  request_log: { key: ['id'], backup: 'whole' },
  variable_files: { key: ['file_key'], backup: 'whole' },
  variable_collections: { key: ['file_key', 'id'], backup: 'whole' },
  variable_parts: { key: ['file_key', 'part'], backup: 'whole' },
  variable_history: { key: ['file_key', 'ordinal'], backup: 'whole' },
  variable_publications: { key: ['file_key'], backup: 'whole' },
  library_publishes: { key: ['id'], backup: 'whole' },
  library_subscriptions: { key: ['file_key', 'library_key'], backup: 'whole' },
  published_assets: { key: ['file_key', 'kind', 'key'], backup: 'whole' },
  published_variables: { key: ['file_key', 'key'], backup: 'whole' },
  uncounted_versions: { key: ['file_key', 'ordinal'], backup: 'whole' },
  unread_versions: { key: ['file_key', 'ordinal'], backup: 'whole' },
  unsearched_files: { key: ['file_key'], backup: 'not copied' },
  search_files: { key: ['file_key'], backup: 'not copied' },
  search_blocks: { key: ['id'], backup: 'not copied' },
  library_uses: { key: ['file_key', 'kind', 'asset_key'], backup: 'whole' },
  library_actions: { key: ['file_key', 'kind', 'asset_key', 'week'], backup: 'whole' },
  dev_resources: { key: ['id'], backup: 'whole' },
  resources: { key: ['type', 'id'], backup: 'whole' },
  payments: { key: ['resource_type', 'resource_id', 'user_id'], backup: 'whole' },
  ai_usage: { key: ['organization_id', 'day', 'user_id', 'editor_type'], backup: 'whole' },
  text_events: { key: ['id'], backup: 'whole' },
  comments: { key: ['id'], backup: 'whole' },
  comment_counters: { key: ['file_key'], backup: 'whole' },
  comment_reactions: { key: ['comment_id', 'user_id', 'emoji'], backup: 'whole' },
  rate_buckets: { key: ['key'], backup: 'not copied' },
} as const satisfies {
  [T in TableName]: { readonly key: readonly (keyof Tables[T] & string)[]; readonly backup: InBackup };
};

/** The tables of which a backup does that. */
export type TablesThat<Fate extends InBackup> = {
  [T in TableName]: (typeof tables)[T]['backup'] extends Fate ? T : never;
}[TableName];

export const tableNames = Object.keys(tables) as readonly TableName[];

/** The tables that a copy holds, and that putting one back replaces. */
export const copiedTables: readonly TableName[] = tableNames.filter(
  (name) => tables[name].backup !== 'not copied',
);

/** Not copied, and gone with the files that they are of: who replaces those has to be alone with these as well. */
export const tablesOfCopied = ['unsearched_files', 'search_files'] as const satisfies readonly TableName[];

export const isTable = (name: string): name is TableName => Object.hasOwn(tables, name);

export function isCopiedTable(name: string): name is TableName {
  return copiedTables.some((copied) => copied === name);
}
