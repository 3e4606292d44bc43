import type { ColumnType } from 'kysely';

/**
 * Every table, the same on SQLite and PostgreSQL: text ids, times as whole milliseconds since 1970 in
 * integers, JSON as text, booleans as 0 and 1.
 */
export interface Tables {
  settings: { name: string; value: string };
  organizations: OrganizationsTable;
  users: UsersTable;
  tokens: TokensTable;
  teams: TeamsTable;
  team_members: TeamMembersTable;
  projects: ProjectsTable;
  project_members: ProjectMembersTable;
  files: FilesTable;
  versions: VersionsTable;
  image_fills: ImageFillsTable;
  sites: SitesTable;
  activity_events: ActivityEventsTable;
  activity_counters: ActivityCountersTable;
  request_log: RequestLogTable;
}

/** A whole number that PostgreSQL hands over as a `bigint`; the driver is told to make a number of it. */
type Milliseconds = number;
type ZeroOrOne = 0 | 1;
type OnInsert<T> = ColumnType<T, T | undefined, T>;

export interface OrganizationsTable {
  id: string;
  name: string;
  plan: 'starter' | 'professional' | 'organization' | 'enterprise';
  region: 'standard' | 'gov';
  created_at: Milliseconds;
}

export interface UsersTable {
  /** Digits, possibly above 2^53. */
  id: string;
  handle: string;
  email: string;
  img_url: string;
  password_hash: string | null;
  organization_id: string | null;
  role: 'admin' | 'member' | 'guest';
  seat: 'full' | 'dev' | 'collab' | 'view';
  /** The administrator of this installation sees and may do everything. */
  installation_admin: OnInsert<ZeroOrOne>;
  created_at: Milliseconds;
}

export interface TokensTable {
  id: string;
  /** SHA-256 of the value, hex. The value itself is stored nowhere. */
  hash: string;
  kind: 'personal' | 'oauth' | 'plan';
  user_id: string;
  name: string;
  /** JSON array of scope names. */
  scopes: string;
  created_at: Milliseconds;
  /** Null only for the installation's own administrator token. */
  expires_at: Milliseconds | null;
  last_used_at: Milliseconds | null;
}

export interface TeamsTable {
  id: string;
  name: string;
  organization_id: string;
  created_at: Milliseconds;
}

export interface TeamMembersTable {
  team_id: string;
  user_id: string;
  role: 'admin' | 'editor' | 'viewer';
}

export interface ProjectsTable {
  id: string;
  name: string;
  team_id: string;
  access: 'team' | 'view_only' | 'invite_only';
  /** The folder this folder is in. */
  parent_id: string | null;
  created_at: Milliseconds;
}

export interface ProjectMembersTable {
  project_id: string;
  user_id: string;
  role: 'admin' | 'editor' | 'viewer';
}

export interface FilesTable {
  key: string;
  /** Of a branch: the branch's name. */
  name: string;
  project_id: string;
  owner_id: string;
  editor_type: string;
  link_access: 'inherit' | 'view' | 'edit' | 'org_view' | 'org_edit';
  /** Set on a branch: the file it branches from. */
  main_file_key: string | null;
  /** Id of the newest row of `versions`; null until the first content. */
  current_version: string | null;
  created_at: Milliseconds;
  /** Time of the newest content. */
  last_modified: Milliseconds;
  last_touched_at: Milliseconds;
  last_touched_by: string;
}

export interface VersionsTable {
  file_key: string;
  /** Digits that grow with every content change (ruling H14). */
  id: string;
  /** 1, 2, 3 … within a file: the order of `id` as a number. */
  ordinal: number;
  label: string | null;
  description: string | null;
  user_id: string;
  created_at: Milliseconds;
  /** Blob of the compiled document. */
  snapshot: string;
  node_count: number;
}

export interface ImageFillsTable {
  file_key: string;
  image_ref: string;
  blob: string;
  content_type: string;
  size_bytes: number;
}

export interface SitesTable {
  id: string;
  name: string;
  url_path: string;
  file_key: string;
  public: ZeroOrOne;
}

export interface ActivityEventsTable {
  id: string;
  organization_id: string;
  /** Place in the organization's log; null until the committed event is given one. */
  sequence: number | null;
  at: Milliseconds;
  type: string;
  /** JSON, as answers show it; so are `entity` and `details`. */
  actor: string;
  entity: string;
  details: string | null;
  client_name: string | null;
  ip_address: string;
  team_id: string | null;
}

/** The newest place that was given in an organization's log; it outlives the event. */
export interface ActivityCountersTable {
  organization_id: string;
  newest_sequence: number;
  newest_at: Milliseconds;
}

/** Names of nothing that must still be there: people, tokens, files and organizations may be gone. */
export interface RequestLogTable {
  id: string;
  organization_id: string;
  at: Milliseconds;
  /** As the contract has it, `/v1/files/{file_key}`. */
  path: string;
  token_kind: 'personal' | 'oauth' | 'plan';
  token_name: string;
  token_hash: string;
  user_id: string | null;
  user_name: string | null;
  user_email: string | null;
  resource_type: 'file' | 'team' | 'project' | null;
  resource_id: string | null;
  resource_name: string | null;
  ip_address: string;
}
