import type { ColumnType } from 'kysely';
import type {
  AppId,
  BlobId,
  CommentId,
  DeliveryId,
  DevResourceId,
  EventId,
  FileKey,
  FontId,
  IdentityId,
  InvitationId,
  MirrorId,
  NodeId,
  OrganizationId,
  ProjectId,
  SiteId,
  TeamId,
  TokenId,
  UpstreamId,
  UserId,
  VersionId,
  WebhookId,
} from '../contract/branded-ids.ts';

/**
 * Every table, the same on SQLite and PostgreSQL: text ids, times as whole milliseconds since 1970 in
 * integers, JSON as text, booleans as 0 and 1.
 */
export interface Tables {
  settings: { name: string; value: string };
  organizations: OrganizationsTable;
  users: UsersTable;
  apps: AppsTable;
  app_logos: AppLogosTable;
  app_grants: AppGrantsTable;
  authorization_codes: AuthorizationCodesTable;
  sessions: SessionsTable;
  identities: IdentitiesTable;
  invitations: InvitationsTable;
  password_resets: PasswordResetsTable;
  tokens: TokensTable;
  teams: TeamsTable;
  team_members: TeamMembersTable;
  projects: ProjectsTable;
  project_members: ProjectMembersTable;
  files: FilesTable;
  deleted_files: DeletedFilesTable;
  versions: VersionsTable;
  overlays: OverlaysTable;
  image_fills: ImageFillsTable;
  sites: SitesTable;
  fonts: FontsTable;
  renders: RendersTable;
  webhooks: WebhooksTable;
  events: EventsTable;
  deliveries: DeliveriesTable;
  delivery_attempts: DeliveryAttemptsTable;
  quiet_files: QuietFilesTable;
  upstreams: UpstreamsTable;
  upstream_tiers: UpstreamTiersTable;
  mirrors: MirrorsTable;
  mirror_lists: MirrorListsTable;
  mirrored_files: MirroredFilesTable;
  mirror_steps: MirrorStepsTable;
  mirror_images: MirrorImagesTable;
  left_webhooks: LeftWebhooksTable;
  chores: ChoresTable;
  blobs: BlobsTable;
  processes: ProcessesTable;
  console_assets: ConsoleAssetsTable;
  render_batches: RenderBatchesTable;
  packed_images: PackedImagesTable;
  activity_events: ActivityEventsTable;
  activity_counters: ActivityCountersTable;
  request_log: RequestLogTable;
  variable_files: VariableFilesTable;
  variable_collections: VariableCollectionsTable;
  variable_parts: VariablePartsTable;
  variable_history: VariableHistoryTable;
  variable_publications: VariablePublicationsTable;
  library_publishes: LibraryPublishesTable;
  library_subscriptions: LibrarySubscriptionsTable;
  published_assets: PublishedAssetsTable;
  published_variables: PublishedVariablesTable;
  uncounted_versions: UncountedVersionsTable;
  unread_versions: UnreadVersionsTable;
  unsearched_files: UnsearchedFilesTable;
  search_files: SearchFilesTable;
  search_blocks: SearchBlocksTable;
  library_uses: LibraryUsesTable;
  library_actions: LibraryActionsTable;
  dev_resources: DevResourcesTable;
  resources: ResourcesTable;
  payments: PaymentsTable;
  ai_usage: AiUsageTable;
  text_events: TextEventsTable;
  comments: CommentsTable;
  comment_counters: CommentCountersTable;
  comment_reactions: CommentReactionsTable;
  rate_buckets: RateBucketsTable;
}

/** A whole number that PostgreSQL hands over as a `bigint`; the driver is told to make a number of it. */
type Milliseconds = number;
type ZeroOrOne = 0 | 1;
type OnInsert<T> = ColumnType<T, T | undefined, T>;

export interface OrganizationsTable {
  id: OrganizationId;
  name: string;
  plan: 'starter' | 'professional' | 'organization' | 'enterprise';
  region: 'standard' | 'gov';
  created_at: Milliseconds;
}

export interface UsersTable {
  /** Digits, possibly above 2^53. */
  id: UserId;
  handle: string;
  email: string;
  img_url: string;
  password_hash: string | null;
  organization_id: OrganizationId | null;
  role: 'admin' | 'member' | 'guest';
  seat: 'full' | 'dev' | 'collab' | 'view';
  /** The administrator of this installation sees and may do everything. */
  installation_admin: OnInsert<ZeroOrOne>;
  /** Whether the endpoints of projects are open to the person where they need approval. */
  projects_access: OnInsert<ProjectsAccess>;
  created_at: Milliseconds;
}

export type ProjectsAccess = 'none' | 'requested' | 'approved';

/** A registered client of OAuth 2. */
export interface AppsTable {
  client_id: AppId;
  secret_hash: string;
  /** Also of an app that is a team's: the organization of that team. */
  organization_id: OrganizationId;
  team_id: TeamId | null;
  creator_id: UserId | null;
  state: 'draft' | 'private' | 'public';
  /** JSON: the configuration as it was saved last, with the id of its logo in `app_logos`. */
  configuration: string;
  /** JSON: of a public app the configuration that was approved and is in force. */
  approved: string | null;
  /** Grows with each change of the configuration, so that a review is of what the reviewer saw. */
  revision: number;
  review: 'none' | 'pending' | 'sent_back';
  /** What the reviewer said last. */
  review_words: string | null;
  submitted_at: Milliseconds | null;
  projects_access: ProjectsAccess;
  created_at: Milliseconds;
}

/** A picture that an app has in a configuration of its own, which names it by its id. */
export interface AppLogosTable {
  app_id: AppId;
  /** SHA-256, hex. */
  id: string;
  /** As a `data:` address. */
  image: string;
}

/** What a person allowed an app: one row for each pair, beside the one access token in `tokens`. */
export interface AppGrantsTable {
  app_id: AppId;
  user_id: UserId;
  refresh_hash: string;
  /** JSON array. */
  scopes: string;
  /** The authorization code that it was given for. */
  code_hash: string | null;
  created_at: Milliseconds;
}

export interface AuthorizationCodesTable {
  hash: string;
  app_id: AppId;
  user_id: UserId;
  redirect_uri: string;
  /** JSON array. */
  scopes: string;
  code_challenge: string | null;
  expires_at: Milliseconds;
  /** Time of the first try to exchange it, whatever came of it. */
  used_at: Milliseconds | null;
}

/** Who somebody is at the provider of single sign-on: it and the subject together, whatever the e-mail address. */
export interface IdentitiesTable {
  id: IdentityId;
  issuer: string;
  /** The provider's name for the person, never given to another one. */
  subject: string;
  user_id: UserId;
  /** As the provider had it when it was linked, for people to tell them apart. */
  email: string | null;
  created_at: Milliseconds;
  last_used_at: Milliseconds | null;
}

/** A browser in which somebody is signed in. */
export interface SessionsTable {
  hash: string;
  user_id: UserId;
  created_at: Milliseconds;
  last_seen_at: Milliseconds;
  expires_at: Milliseconds;
}

/** Somebody who may become one of an organization's people. */
export interface InvitationsTable {
  id: InvitationId;
  organization_id: OrganizationId;
  email: string;
  /** What the person may be called; they choose. */
  handle: string | null;
  role: UsersTable['role'];
  seat: UsersTable['seat'];
  /** Of the secret in its link; the next link has another. */
  hash: string;
  /** Who sent it last. It counts for as long as they may invite. */
  inviter_id: UserId;
  /** What became of its last mail; `shown` where the inviter was given the link instead. */
  delivery: LinkDelivery;
  created_at: Milliseconds;
  sent_at: Milliseconds;
  expires_at: Milliseconds;
}

export type LinkDelivery = 'sending' | 'mailed' | 'failed' | 'shown';

/** A link by which a person chooses another password. */
export interface PasswordResetsTable {
  hash: string;
  user_id: UserId;
  /** The administrator who was given the link where no mail is sent. */
  shown_to: UserId | null;
  created_at: Milliseconds;
  expires_at: Milliseconds;
}

export interface TokensTable {
  id: TokenId;
  /** SHA-256 of the value, hex. The value itself is stored nowhere. */
  hash: string;
  kind: 'personal' | 'oauth' | 'plan';
  /** The app that it was issued to. */
  app_id: OnInsert<AppId | null>;
  /** Of a plan access token: the organization that it is confined to. */
  organization_id: OnInsert<OrganizationId | null>;
  user_id: UserId;
  name: string;
  /** JSON array of scope names. */
  scopes: string;
  created_at: Milliseconds;
  /** Null only for the installation's own administrator token. */
  expires_at: Milliseconds | null;
  last_used_at: Milliseconds | null;
}

export interface TeamsTable {
  id: TeamId;
  name: string;
  organization_id: OrganizationId;
  created_at: Milliseconds;
  /** Since when lists leave it out. */
  archived_at: Milliseconds | null;
}

export interface TeamMembersTable {
  team_id: TeamId;
  user_id: UserId;
  role: 'admin' | 'editor' | 'viewer';
}

export interface ProjectsTable {
  id: ProjectId;
  name: string;
  team_id: TeamId;
  access: 'team' | 'view_only' | 'invite_only';
  /** The folder this folder is in. */
  parent_id: ProjectId | null;
  created_at: Milliseconds;
  archived_at: Milliseconds | null;
}

export interface ProjectMembersTable {
  project_id: ProjectId;
  user_id: UserId;
  role: 'admin' | 'editor' | 'viewer';
}

/** A file or branch that was deleted; nobody else gets its key. */
export interface DeletedFilesTable {
  key: FileKey;
  /** Whose it was; they may be gone. */
  owner_id: UserId;
  had_content: ZeroOrOne;
  deleted_at: Milliseconds;
}

export interface FilesTable {
  key: FileKey;
  /** Of a branch: the branch's name. */
  name: string;
  project_id: ProjectId;
  owner_id: UserId;
  editor_type: 'figma' | 'figjam' | 'slides' | 'buzz' | 'sites' | 'make';
  link_access: 'inherit' | 'view' | 'edit' | 'org_view' | 'org_edit';
  /** Set on a branch: the file it branches from. */
  main_file_key: FileKey | null;
  /** Id of the newest row of `versions`; null until the first content. */
  current_version: VersionId | null;
  created_at: Milliseconds;
  /** Time of the newest content. */
  last_modified: Milliseconds;
  last_touched_at: Milliseconds;
  last_touched_by: UserId;
  /** Of a branch that was merged: the version of it, or of its main file, that both hold since. */
  merge_base_key: FileKey | null;
  merge_base_version: VersionId | null;
  /** What keeps it current with an upstream; nobody else changes it then. */
  mirror_id: MirrorId | null;
  /** Never that of a branch, which is archived with its main file. */
  archived_at: Milliseconds | null;
}

export interface VersionsTable {
  file_key: FileKey;
  /** Digits that grow with every content change (ruling H14). */
  id: VersionId;
  /** 1, 2, 3 … within a file: the order of `id` as a number. */
  ordinal: number;
  label: string | null;
  description: string | null;
  user_id: UserId;
  created_at: Milliseconds;
  /** Blob of the compiled document. */
  snapshot: BlobId;
  node_count: number;
}

/** A snapshot that is kept as its difference from another. */
export interface OverlaysTable {
  snapshot: BlobId;
  base: BlobId;
}

export interface ImageFillsTable {
  file_key: FileKey;
  image_ref: string;
  blob: BlobId;
  content_type: string;
  size_bytes: number;
}

/** A node that was rendered, so that its image can be made again when its address is fetched. */
export interface RendersTable {
  /** Hash of all that the image depends on; the image's name. */
  id: string;
  file_key: FileKey;
  /** Blob of the compiled document. */
  snapshot: BlobId;
  node_id: NodeId;
  /** JSON: the options of the rendering. */
  options: string;
  /** JSON: size and report of the image, or why there is none. */
  outcome: string;
  rendered_at: Milliseconds;
  /** End of the latest address; null for one that never ends. */
  expires_at: Milliseconds | null;
}

export interface FontsTable {
  id: FontId;
  /** Null for a font that every organization draws with. */
  organization_id: OrganizationId | null;
  /** Of the first face. */
  family: string;
  /** JSON array of what stands in the file, of each face; empty without bytes. */
  faces: string;
  /** The font as it is drawn with, unpacked; null where only the name of the family is known. */
  blob: BlobId | null;
  size_bytes: number;
  /** Whether texts in it count as written in a font that the organization shares (VAR-78). */
  shared: ZeroOrOne;
  created_at: Milliseconds;
  /** The text of the licence that came with it. */
  licence: BlobId | null;
}

export interface SitesTable {
  id: SiteId;
  name: string;
  url_path: string;
  file_key: FileKey;
  public: ZeroOrOne;
}

/** A file that has, or had, variables. */
export interface VariableFilesTable {
  file_key: FileKey;
  /** Another one after every change of the file's variables, never one that was there before. */
  revision: string;
  /** Part of the next new id: no id is given twice, also after a deletion. */
  next_number: number;
  /** JSON array: the collections in their order. */
  collection_ids: string;
  /** The version of the document and the publications of libraries that the references were last looked up in. */
  settled_for: string;
}

export interface VariableCollectionsTable {
  file_key: FileKey;
  id: string;
  /** JSON as getLocalVariables prints it. */
  body: string;
}

/** Some of a file's variables. */
export interface VariablePartsTable {
  file_key: FileKey;
  part: number;
  /** JSON array of variables much as getLocalVariables prints them; what is left out has its default. */
  body: string;
}

/** What a change of variables changed, as it was before. */
export interface VariableHistoryTable {
  file_key: FileKey;
  /** Place of the version that the change made. */
  ordinal: number;
  /** JSON of variables and collections by their ids, null for what was not there; deflated, as base64. */
  body: string;
}

/** What a library published last. */
export interface VariablePublicationsTable {
  file_key: FileKey;
  /** Another one after every publish. */
  revision: string;
  /** JSON: the published state as getLocalVariables prints it, and the marks of each object. */
  body: string;
}

/** One publish of a library; the newest one says how it stands. */
export interface LibraryPublishesTable {
  id: string;
  file_key: FileKey;
  user_id: UserId;
  description: string | null;
  published_at: Milliseconds;
}

/** A file that uses a published library. */
export interface LibrarySubscriptionsTable {
  file_key: FileKey;
  library_key: FileKey;
  created_at: Milliseconds;
}

/** A component, a component set or a style as its library published it last. */
export interface PublishedAssetsTable {
  file_key: FileKey;
  kind: 'component' | 'component_set' | 'style';
  key: string;
  /** The team that the file is in. */
  team_id: TeamId;
  /** The order of all of them; cursors are made of it. */
  ordinal: number;
  node_id: NodeId;
  name: string;
  description: string;
  style_type: 'FILL' | 'TEXT' | 'EFFECT' | 'GRID' | null;
  /** JSON: where a component or a set stands. */
  frame: string | null;
  /** Of a component in a set: the key of that. */
  set_key: string | null;
  /** Its place in the library; places sort as text. */
  sort_position: string;
  /** Another one when anything of the asset is another. */
  hash: string;
  /** The version that its thumbnail shows. */
  version_id: VersionId;
  /** Who published its last change, made at `updated_at`. */
  user_id: UserId;
  created_at: Milliseconds;
  updated_at: Milliseconds;
}

/** A variable as its library published it last, by the names that analytics say. */
export interface PublishedVariablesTable {
  file_key: FileKey;
  key: string;
  name: string;
  type: string;
  collection_key: string;
  collection_name: string;
}

/** A version in which the uses of libraries are still to be counted. */
export interface UncountedVersionsTable {
  file_key: FileKey;
  version_id: VersionId;
  ordinal: number;
}

/** A version of a file whose texts are not all told to discovery yet; there are none where nobody could read it. */
export interface UnreadVersionsTable {
  file_key: FileKey;
  ordinal: number;
  /** How many of its changes are told. */
  told: number;
}

type UsedKind = 'component' | 'style' | 'variable';

/** How often a file uses an asset of some library, in the newest version that was counted. */
export interface LibraryUsesTable {
  file_key: FileKey;
  kind: UsedKind;
  asset_key: string;
  uses: number;
}

/** How many uses the versions of a week brought, and how many they took away. */
export interface LibraryActionsTable {
  file_key: FileKey;
  kind: UsedKind;
  asset_key: string;
  /** Its first moment, a Monday's in UTC. */
  week: Milliseconds;
  insertions: number;
  detachments: number;
}

export interface ActivityEventsTable {
  id: string;
  organization_id: OrganizationId;
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
  team_id: TeamId | null;
}

/** The newest place that was given in an organization's log; it outlives the event. */
export interface ActivityCountersTable {
  organization_id: OrganizationId;
  newest_sequence: number;
  newest_at: Milliseconds;
}

/** Names of nothing that must still be there: people, tokens, files and organizations may be gone. */
export interface RequestLogTable {
  id: string;
  organization_id: OrganizationId;
  at: Milliseconds;
  /** Order of the calls of one millisecond. */
  ordinal: string;
  /** As the contract has it, `/v1/files/{file_key}`. */
  path: string;
  token_kind: 'personal' | 'oauth' | 'plan';
  token_name: string;
  token_hash: string;
  user_id: UserId | null;
  user_name: string | null;
  user_email: string | null;
  resource_type: 'file' | 'team' | 'project' | null;
  resource_id: string | null;
  resource_name: string | null;
  ip_address: string;
}

export interface WebhooksTable {
  id: WebhookId;
  event_type: string;
  context: 'team' | 'project' | 'file';
  /** Id or key of what it is attached to; that may be gone while its last deliveries are under way. */
  context_id: string;
  /** The team of its context; of one that is gone, where it was. */
  team_id: TeamId;
  endpoint: string;
  /** Sent back in every payload, so it cannot be a hash. */
  passcode: string;
  status: 'ACTIVE' | 'PAUSED';
  description: string | null;
  /** The app that made it. */
  client_id: AppId | null;
  /** Who answers for it: who made it, or later said where it points. Null where that person is gone. */
  creator_id: UserId | null;
  /** The app by which that person acted. */
  app_id: OnInsert<AppId | null>;
  /** The organization of the plan access token by which that person acted. */
  plan_of: OnInsert<OrganizationId | null>;
  /** Part of what the signing key is derived from. */
  key_rotations: OnInsert<number>;
  key_rotated_at: Milliseconds | null;
  created_at: Milliseconds;
}

/** Something that happened and that webhooks are told of. */
export interface EventsTable {
  id: EventId;
  type: string;
  /** JSON object without the members that differ by webhook: `passcode` and `webhook_id`. */
  payload: string;
  /** The file that it is about, which may be gone, and the project that it was in. */
  file_key: OnInsert<FileKey | null>;
  project_id: OnInsert<ProjectId | null>;
  occurred_at: Milliseconds;
}

/** One event on its way to one webhook. */
export interface DeliveriesTable {
  /** The id that receivers see, the same on every repeat. */
  id: DeliveryId;
  event_id: EventId;
  webhook_id: WebhookId;
  state: 'waiting' | 'delivered' | 'failed' | 'dropped';
  attempts_made: OnInsert<number>;
  /** While an attempt is under way: when it counts as lost. */
  next_attempt_at: Milliseconds;
  /** Set while an attempt is under way; only who holds it may record the outcome. */
  lease: string | null;
  /** Why it is not sent. */
  dropped_because: OnInsert<string | null>;
  created_at: Milliseconds;
  finished_at: Milliseconds | null;
}

/** Written before the request is sent; status, time and error come with its outcome. */
export interface DeliveryAttemptsTable {
  id: string;
  delivery_id: DeliveryId;
  webhook_id: WebhookId;
  endpoint: string;
  sent_at: Milliseconds;
  status: number | null;
  received_at: Milliseconds | null;
  error: string | null;
}

/** Another server of the interface that an organization reads designs from. */
export interface UpstreamsTable {
  id: UpstreamId;
  organization_id: OrganizationId;
  name: string;
  base_url: string;
  /** Authorities to trust there, in PEM; null for those of the system. */
  ca: string | null;
  /** The token of the caller there, encrypted with the installation's secret. */
  sealed_token: string;
  token_kind: 'personal' | 'plan';
  /** How much of the limits there may be used. */
  share_percent: number;
  /** Whether what is read from it keeps its keys and ids: the administrator of the installation added it. */
  keeps_ids: ZeroOrOne;
  /** As its last refusal for the rate of calls told; null until then. */
  plan: OrganizationsTable['plan'] | null;
  seat: UsersTable['seat'] | null;
  created_at: Milliseconds;
  /** What has the token refreshed, encrypted like that; null where it is one that somebody gave. */
  sealed_grant: string | null;
  /** When the token ends; null where nobody knows. */
  token_ends_at: Milliseconds | null;
  /** When it is refreshed; null where it is not, or where that was refused. */
  refresh_at: Milliseconds | null;
  /** Why it could not be refreshed the last time. */
  grant_failure: string | null;
  /** Of the process that refreshes it. */
  grant_lease: string | null;
  grant_leased_until: Milliseconds | null;
}

/** What holds back calls of a tier of an upstream, in all processes. */
export interface UpstreamTiersTable {
  upstream_id: UpstreamId;
  tier: 'tier1' | 'tier2' | 'tier3';
  /** When the upstream refused for the rate of calls, and until when it is not called. */
  paused_at: Milliseconds | null;
  paused_until: Milliseconds | null;
  /** Set while a call is under way that no other may stand beside. */
  lease: string | null;
  leased_until: Milliseconds | null;
}

/** What keeps a file, the files of a project or those of a team current with an upstream. */
export interface MirrorsTable {
  id: MirrorId;
  upstream_id: UpstreamId;
  /** The project that takes the files. */
  project_id: ProjectId;
  /** What is mirrored; `through` is what somebody asked for that was not here. */
  kind: 'file' | 'project' | 'team' | 'through';
  /** What the upstream calls it. */
  elsewhere: string;
  /** How many older versions are brought with their content. */
  version_count: number;
  with_branches: ZeroOrOne;
  is_paused: ZeroOrOne;
  /** Why it stands still until somebody resumes it. */
  failure: string | null;
  /** The webhook there that tells of changes, and the hash of what it says to be known by. */
  webhook_elsewhere: string | null;
  passcode_hash: string | null;
  /** Of a mirror of one file: how many of its branches other mirrors hold, as on lists. */
  held: string | null;
  created_by: UserId | null;
  created_at: Milliseconds;
}

/** A list of an upstream that tells which files there are, and when each changed. */
export interface MirrorListsTable extends LeasedLook {
  mirror_id: MirrorId;
  kind: 'team' | 'project';
  elsewhere: string;
  checked_at: Milliseconds | null;
  /** When something on it changed last, as far as it tells. */
  changed_at: Milliseconds | null;
  /** How many of its files other mirrors hold, by these, as JSON; null where they hold none. */
  held: string | null;
}

/** A file that is kept current with an upstream. */
export interface MirroredFilesTable extends LeasedLook {
  /** What it is called here, where it may not be yet. */
  file_key: FileKey;
  mirror_id: MirrorId;
  elsewhere: string;
  /** The project there that lists it. */
  project_elsewhere: string | null;
  /** Of a branch: what its main file is called here, where it may not be yet. */
  main_key: FileKey | null;
  name: string;
  state: 'waiting' | 'current' | 'stale' | 'gone' | 'failed' | 'detached';
  /** The state that is served, as the upstream tells it. */
  version: string | null;
  touched_at: Milliseconds | null;
  /** The metadata of the state that is being brought, as JSON, and when that was or last began. */
  aim: string | null;
  aim_at: Milliseconds | null;
  /** What the list said when it was last brought. */
  listed_modified: Milliseconds | null;
  checked_at: Milliseconds | null;
  /** When the next of its older versions is read; null where none is to be. */
  history_at: Milliseconds | null;
}

/** Work that is due at a time, for one process. */
interface LeasedLook {
  /** The lowest goes first: somebody waits, it is due. */
  priority: number;
  /** Null where nothing is due but by a list. */
  next_at: Milliseconds | null;
  /** Failures one after the other. */
  tries: number;
  failure: string | null;
  /** Of which calls there were too many for it to go on. */
  waits_for: UpstreamTiersTable['tier'] | null;
  lease: string | null;
  leased_until: Milliseconds | null;
}

/** A step of bringing a file that has ended, and how. */
export interface MirrorStepsTable {
  file_key: FileKey;
  step: string;
  state: 'done' | 'skipped' | 'failed';
  calls: number;
  reason: string | null;
  took_ms: number;
  at: Milliseconds;
}

/** An image of a mirrored file that came before the document that shows it. */
export interface MirrorImagesTable {
  file_key: FileKey;
  image_ref: string;
  blob: BlobId;
  content_type: string;
  size_bytes: number;
}

/** A webhook that an upstream has for nothing here: it is to be taken back. Or those of a mirror, which are sought. */
export interface LeftWebhooksTable {
  upstream_id: UpstreamId;
  /** What the upstream calls it. */
  webhook_id: string;
  next_at: Milliseconds;
  /** Failures one after the other. */
  tries: number;
  /** Of those that are sought: for which mirror they were being made, and of what at the upstream. */
  mirror_id: MirrorId | null;
  context: 'file' | 'project' | 'team' | null;
  elsewhere: string | null;
}

/** Work that comes round, by its name. */
export interface ChoresTable {
  name: string;
  next_at: Milliseconds;
  /** Set while somebody is at it. */
  lease: string | null;
  /** When it was done last, and when it failed last. */
  ended_at: Milliseconds | null;
  failed_at: Milliseconds | null;
}

/** What lies in the object store; a store of files keeps no rows. */
export interface ProcessesTable {
  id: string;
  /** Host and number, for people. */
  name: string;
  version: string;
  /** The newest change of the schema that it knows. */
  schema: string;
  roles: string;
  /** What its images depend on beside the design. */
  renderer: string;
  started_at: Milliseconds;
  /** By the database's clock, as the start. */
  seen_at: Milliseconds;
  /** By what it sees whether others have its secrets, the present one first; null in versions from before. */
  secret_marks: OnInsert<string | null>;
  /** By what it sees in which settings others differ, as JSON; null in versions from before. */
  settings_marks: OnInsert<string | null>;
}

/** Images that a server which does not draw asks of those that do. */
export interface RenderBatchesTable {
  id: string;
  /** The process that waits for it. */
  asker: string;
  organization_id: OrganizationId;
  /** Who asked the server, for taking turns. */
  caller: string;
  file_key: FileKey;
  snapshot: BlobId;
  /** JSON: how they are drawn. */
  options: string;
  /** JSON: the nodes and the names of their images. */
  wanted: string;
  /** How many of the same caller were waiting before it. */
  turn: number;
  asked_at: Milliseconds;
  /** Who draws it; begins with the id of the process. */
  lease: string | null;
  /** JSON: what became of them, and where the images lie. */
  outcomes: string | null;
}

/** A file whose words changed since it was read for the search. */
export interface UnsearchedFilesTable {
  file_key: FileKey;
  /** Grows each time that they change. */
  noted: number;
  noted_at: Milliseconds;
  /** How often reading it failed. */
  tries: number;
  /** Who reads it; begins with the id of the process. */
  lease: string | null;
  leased_until: Milliseconds | null;
}

/** A file that was read for the search. */
export interface SearchFilesTable {
  file_key: FileKey;
  /** Which of its blocks count: others are being written, or were before. */
  generation: string;
  snapshot: BlobId;
  name: string;
}

/**
 * Nodes of a file that follow one another. Their words stand on SQLite in a table of its own, `search_words`, by the
 * same id; on PostgreSQL in the column `words`.
 */
export interface SearchBlocksTable {
  id: OnInsert<number>;
  file_key: FileKey;
  generation: string;
  first_node: number;
  end_node: number;
}

export interface BlobsTable {
  id: BlobId;
  /** Key of the object that holds it, below the prefix of the settings; no key is used twice. */
  object: string;
  size_bytes: number;
  /** Begins anew when the same bytes are stored again. */
  stored_at: Milliseconds;
  /** Since when the sweep has found nothing that refers to it; null while something does. */
  unreferenced_since: Milliseconds | null;
  /** By which parts of it are proven that are brought alone; null where it was stored before there were any. */
  part_hashes: string | null;
  /** Since when some process knows that the object holds other bytes; null where none has found that. */
  damaged_at: Milliseconds | null;
}

/** A file that pages of the console or the viewer load, as some version of the program was built with it. */
export interface ConsoleAssetsTable {
  name: string;
  /** Holds all files that came together. */
  blob: BlobId;
  start: number;
  length: number;
  /** When a server of a version that has it started or was asked for it. */
  seen_at: Milliseconds;
}

/** An image that lies with others in one blob, where several servers may be asked for it. */
export interface PackedImagesTable {
  name: string;
  blob: BlobId;
  start: number;
  length: number;
  /** To the hour. */
  used_at: Milliseconds;
}

/** A file that was changed; FILE_UPDATE follows when it has been left alone until then. */
export interface QuietFilesTable {
  file_key: FileKey;
  due_at: Milliseconds;
}

/** A link that is attached to a node. */
export interface DevResourcesTable {
  id: DevResourceId;
  file_key: FileKey;
  node_id: NodeId;
  name: string;
  url: string;
  created_at: Milliseconds;
  /** Order of those made in one millisecond. */
  ordinal: string;
}

/** A plugin, widget or community file that people can pay for. */
export interface ResourcesTable {
  type: 'PLUGIN' | 'WIDGET' | 'COMMUNITY_FILE';
  id: string;
  owner_id: UserId | null;
  created_at: Milliseconds;
}

/** How a person stands to a resource; one without a row has never paid. */
export interface PaymentsTable {
  resource_type: ResourcesTable['type'];
  resource_id: string;
  user_id: UserId;
  status: 'UNPAID' | 'PAID' | 'TRIAL';
  /** Stays when the purchase has ended. */
  purchased_at: Milliseconds | null;
}

/** Credits for AI that a person used on a day in an editor. The person may be gone. */
export interface AiUsageTable {
  organization_id: OrganizationId;
  /** `YYYY-MM-DD`, in UTC. */
  day: string;
  user_id: UserId;
  editor_type: 'design' | 'figjam' | 'slides' | 'sites' | 'buzz' | 'make' | 'not_applicable';
  /** Thousandths of a credit. */
  seat_millicredits: number;
  plan_millicredits: number;
}

/** Text that somebody wrote, changed or took away. The file and the person may be gone. */
export interface TextEventsTable {
  /** Also the order of those of one millisecond. */
  id: string;
  organization_id: OrganizationId;
  at: Milliseconds;
  text_type:
    | 'file_comments'
    | 'file_comment_reactions'
    | 'developer_related_links'
    | 'in_file'
    | 'dev_mode_annotation'
    | 'component_documentation_link'
    | 'component_documentation_description';
  action_type: 'insert' | 'update' | 'delete';
  text: string;
  file_key: FileKey;
  file_name: string;
  node_id: NodeId | null;
  resource_id: string | null;
  parent_comment_id: CommentId | null;
  user_id: UserId;
  user_email: string;
}

/** A comment on a file, or a reply to one. */
export interface CommentsTable {
  id: CommentId;
  file_key: FileKey;
  /** Of a reply: the comment that began the thread. */
  parent_id: CommentId | null;
  user_id: UserId;
  message: string;
  /** JSON array: where the message mentions whom. */
  mentions: string;
  /** JSON: where the pin is. */
  client_meta: string;
  /** The order in which the comments of a file were made. */
  ordinal: number;
  /** 1, 2, 3 … within a file; none for replies. */
  order_number: number | null;
  /** The ordinal of the newest reaction there ever was. */
  reactions_made: OnInsert<number>;
  created_at: Milliseconds;
  resolved_at: Milliseconds | null;
}

/** The last numbers that a comment and a thread of a file got: none is given twice, also after a deletion. */
export interface RateBucketsTable {
  /** Who calls, whose plan pays, and which budget, as JSON. */
  key: string;
  /** The moment at which the bucket has leaked empty, in microseconds since 1970. */
  empty_at: number;
}

export interface CommentCountersTable {
  file_key: FileKey;
  newest_ordinal: number;
  newest_order: number;
}

export interface CommentReactionsTable {
  comment_id: CommentId;
  user_id: UserId;
  /** The shortcode. */
  emoji: string;
  /** The order in which the reactions to a comment became visible. */
  ordinal: number;
  created_at: Milliseconds;
}
