import type { Tables } from './tables.ts';

export type TableName = keyof Tables;

/**
 * Every table with its primary key, each after the tables it refers to. What copies a whole database walks this
 * list; a table that is missing here breaks the compile.
 */
export const primaryKeys = {
  settings: ['name'],
  organizations: ['id'],
  users: ['id'],
  teams: ['id'],
  apps: ['client_id'],
  app_logos: ['app_id', 'id'],
  tokens: ['id'],
  app_grants: ['app_id', 'user_id'],
  authorization_codes: ['hash'],
  sessions: ['hash'],
  identities: ['id'],
  invitations: ['id'],
  password_resets: ['hash'],
  team_members: ['team_id', 'user_id'],
  projects: ['id'],
  project_members: ['project_id', 'user_id'],
  files: ['key'],
  deleted_files: ['key'],
  versions: ['file_key', 'id'],
  overlays: ['snapshot'],
  image_fills: ['file_key', 'image_ref'],
  sites: ['id'],
  fonts: ['id'],
  renders: ['id'],
  webhooks: ['id'],
  events: ['id'],
  deliveries: ['id'],
  delivery_attempts: ['id'],
  quiet_files: ['file_key'],
  chores: ['name'],
  activity_events: ['id'],
  activity_counters: ['organization_id'],
  request_log: ['id'],
  variable_files: ['file_key'],
  variable_collections: ['file_key', 'id'],
  variable_parts: ['file_key', 'part'],
  variable_publications: ['file_key'],
  library_publishes: ['id'],
  library_subscriptions: ['file_key', 'library_key'],
  published_assets: ['file_key', 'kind', 'key'],
  published_variables: ['file_key', 'key'],
  uncounted_versions: ['file_key', 'ordinal'],
  unread_versions: ['file_key', 'ordinal'],
  library_uses: ['file_key', 'kind', 'asset_key'],
  library_actions: ['file_key', 'kind', 'asset_key', 'week'],
  dev_resources: ['id'],
  resources: ['type', 'id'],
  payments: ['resource_type', 'resource_id', 'user_id'],
  ai_usage: ['organization_id', 'day', 'user_id', 'editor_type'],
  text_events: ['id'],
  comments: ['id'],
  comment_counters: ['file_key'],
  comment_reactions: ['comment_id', 'user_id', 'emoji'],
  rate_buckets: ['key'],
} as const satisfies { [T in TableName]: readonly (keyof Tables[T] & string)[] };

export const tableNames = Object.keys(primaryKeys) as readonly TableName[];

/** What a server writes for itself while it works. A copy of an installation has nothing of it. */
const machinery: ReadonlySet<TableName> = new Set(['chores']);

/** The tables that a copy holds, and that putting one back replaces. */
export const copiedTables: readonly TableName[] = tableNames.filter((name) => !machinery.has(name));

export function isCopiedTable(name: string): name is TableName {
  return copiedTables.some((copied) => copied === name);
}
