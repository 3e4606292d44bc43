import type { Insertable, Kysely } from 'kysely';
import type { IdOf } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** A row whose ids are written as plain text. */
type Plain<Row> = {
  [Column in keyof Row]: NonNullable<Row[Column]> extends IdOf<string>
    ? string | Exclude<Row[Column], string>
    : Row[Column];
};

const plainRows: { [T in keyof Tables]: Plain<Insertable<Tables[T]>>[] } = {
  settings: [
    { name: 'Zebra', value: '{"a":1}' },
    { name: 'apple', value: 'a "quoted" \\ value\nof two lines' },
    { name: 'Äpfel', value: '設計 🎨' },
  ],
  organizations: [{ id: '900', name: 'Acme', plan: 'enterprise', region: 'standard', created_at: 1 }],
  users: [
    {
      id: '9007199254740993',
      handle: 'Alice',
      email: 'alice@example.com',
      img_url: '',
      password_hash: null,
      organization_id: '900',
      role: 'admin',
      seat: 'full',
      installation_admin: 1,
      projects_access: 'approved',
      created_at: 1_900_000_000_123,
    },
  ],
  teams: [{ id: '100', name: 'Core', organization_id: '900', created_at: 1 }],
  apps: [
    {
      client_id: 'app1',
      secret_hash: 'ab',
      organization_id: '900',
      team_id: '100',
      creator_id: '9007199254740993',
      state: 'draft',
      configuration: '{"name":"設計"}',
      approved: null,
      revision: 1,
      review: 'none',
      review_words: null,
      submitted_at: null,
      projects_access: 'none',
      created_at: 1,
    },
  ],
  app_logos: [{ app_id: 'app1', id: 'ab', image: 'data:image/png;base64,iVBORw0KGgo=' }],
  app_grants: [
    {
      app_id: 'app1',
      user_id: '9007199254740993',
      refresh_hash: 'ac',
      scopes: '["file_content:read"]',
      code_hash: 'ad',
      created_at: 1,
    },
  ],
  authorization_codes: [
    {
      hash: 'ad',
      app_id: 'app1',
      user_id: '9007199254740993',
      redirect_uri: 'https://app.example/callback?a=1',
      scopes: '["file_content:read"]',
      code_challenge: null,
      expires_at: 30_001,
      used_at: 2,
    },
  ],
  identities: [
    {
      id: 'i1',
      issuer: 'https://provider.example',
      subject: 'a|1',
      user_id: '9007199254740993',
      email: null,
      created_at: 1,
      last_used_at: null,
    },
  ],
  invitations: [
    {
      id: 'n1',
      organization_id: '900',
      email: 'new@example.com',
      handle: '新人',
      role: 'member',
      seat: 'full',
      hash: 'af',
      inviter_id: '9007199254740993',
      delivery: 'mailed',
      created_at: 1,
      sent_at: 2,
      expires_at: 3,
    },
  ],
  password_resets: [
    {
      hash: 'b0',
      user_id: '9007199254740993',
      shown_to: '9007199254740993',
      created_at: 1,
      expires_at: 2,
    },
  ],
  sessions: [{ hash: 'ae', user_id: '9007199254740993', created_at: 1, last_seen_at: 2, expires_at: 3 }],
  tokens: [
    {
      organization_id: null,
      id: 't1',
      hash: 'aa',
      kind: 'personal',
      user_id: '9007199254740993',
      name: 'ci',
      scopes: '["file_content:read"]',
      created_at: 1,
      expires_at: null,
      last_used_at: Number.MAX_SAFE_INTEGER,
      app_id: 'app1',
    },
  ],
  team_members: [{ team_id: '100', user_id: '9007199254740993', role: 'admin' }],
  projects: [
    { id: '1', name: 'Inside', team_id: '100', access: 'team', parent_id: '2', created_at: 1 },
    { id: '2', name: 'Outside', team_id: '100', access: 'team', parent_id: null, created_at: 1 },
  ],
  project_members: [{ project_id: '1', user_id: '9007199254740993', role: 'viewer' }],
  files: [fileRow('branch', 'main'), fileRow('main', null)],
  deleted_files: [{ key: 'gone', owner_id: '1', had_content: 1, deleted_at: 1 }],
  versions: [
    {
      file_key: 'main',
      id: '1',
      ordinal: 1,
      label: null,
      description: null,
      user_id: '9007199254740993',
      created_at: 1,
      snapshot: 'ff',
      node_count: 3,
    },
  ],
  image_fills: [
    { file_key: 'main', image_ref: 'r1', blob: 'ee', content_type: 'image/png', size_bytes: 5_000_000_000 },
  ],
  renders: [
    {
      id: 'a1',
      file_key: 'main',
      snapshot: 'ff',
      node_id: '1:2',
      options: '{}',
      outcome: '{"reason":"invisible"}',
      rendered_at: 1,
      expires_at: null,
    },
  ],
  fonts: [
    {
      id: 'f1',
      organization_id: '900',
      family: 'Acme Sans',
      faces: '[]',
      blob: null,
      size_bytes: 0,
      shared: 1,
      created_at: 1,
      licence: null,
    },
  ],
  webhooks: [
    {
      id: 'w1',
      event_type: 'FILE_UPDATE',
      context: 'team',
      context_id: '100',
      team_id: '100',
      endpoint: 'https://receiver.example/hook',
      passcode: 'secret',
      status: 'ACTIVE',
      description: null,
      client_id: null,
      creator_id: '9007199254740993',
      app_id: null,
      plan_of: null,
      key_rotations: 1,
      key_rotated_at: 1,
      created_at: 1,
    },
  ],
  events: [
    { id: 'e1', type: 'FILE_UPDATE', payload: '{}', file_key: 'main', project_id: '200', occurred_at: 1 },
  ],
  deliveries: [
    {
      id: 'd1',
      event_id: 'e1',
      webhook_id: 'w1',
      state: 'waiting',
      attempts_made: 1,
      next_attempt_at: 2,
      lease: null,
      dropped_because: null,
      created_at: 1,
      finished_at: null,
    },
  ],
  delivery_attempts: [
    {
      id: 'a1',
      delivery_id: 'd1',
      webhook_id: 'w1',
      endpoint: 'https://receiver.example/hook',
      sent_at: 1,
      status: 500,
      received_at: 2,
      error: 'The receiver answered 500; only 200 counts as received.',
    },
  ],
  quiet_files: [{ file_key: 'main', due_at: 1 }],
  sites: [{ id: 's1', name: 'Site', url_path: '/a', file_key: 'main', public: 1 }],
  upstreams: [
    {
      ...{ id: 'u1', organization_id: '900', name: 'Original', base_url: 'https://api.figma.com' },
      ...{ ca: null, sealed_token: 'a.b.c', token_kind: 'personal', share_percent: 50, keeps_ids: 1 },
      ...{ plan: 'professional', seat: null, created_at: 1, sealed_grant: 'd.e.f' },
      ...{ token_ends_at: 1_900_000_000_123, refresh_at: 1_900_000_000_000, grant_failure: null },
      ...{ grant_lease: null, grant_leased_until: null },
    },
  ],
  upstream_tiers: [
    {
      ...{ upstream_id: 'u1', tier: 'tier1', paused_at: 1, paused_until: 1_900_000_000_123 },
      ...{ lease: null, leased_until: null },
    },
  ],
  mirrors: [
    {
      ...{
        id: 'm1',
        upstream_id: 'u1',
        project_id: '1',
        kind: 'project',
        elsewhere: '7',
        version_count: 2,
      },
      ...{ with_branches: 0, is_paused: 0, failure: null, webhook_elsewhere: '["12"]' },
      ...{ passcode_hash: 'c'.repeat(64), created_by: '9007199254740993', created_at: 1 },
    },
  ],
  mirror_lists: [
    {
      ...{ mirror_id: 'm1', kind: 'project', elsewhere: '7', checked_at: 1, changed_at: null },
      ...{ waits_for: 'tier2', held: '{"2":3}' },
      ...{
        priority: 1,
        next_at: 1_900_000_000_123,
        tries: 0,
        failure: null,
        lease: null,
        leased_until: null,
      },
    },
  ],
  mirrored_files: [
    {
      ...{ file_key: 'main', mirror_id: 'm1', elsewhere: 'main', project_elsewhere: '7', name: 'Main' },
      main_key: null,
      ...{ state: 'stale', version: '12', touched_at: 1, aim: '{}', aim_at: 3 },
      ...{
        waits_for: 'tier1',
        listed_modified: 2,
        checked_at: 3,
        priority: 1,
        next_at: 1_900_000_000_123,
        tries: 0,
      },
      ...{ failure: null, lease: null, leased_until: null, history_at: 4 },
    },
  ],
  mirror_steps: [
    { file_key: 'main', step: 'metadata', state: 'done', calls: 1, reason: null, took_ms: 12, at: 3 },
  ],
  mirror_images: [
    {
      ...{ file_key: 'main', image_ref: 'abc', blob: 'ab'.repeat(32) as IdOf<'blob'> },
      ...{ content_type: 'image/png', size_bytes: 12 },
    },
  ],
  left_webhooks: [
    {
      ...{ upstream_id: 'u1', webhook_id: '34', next_at: 1_900_000_000_123, tries: 2 },
      ...{ mirror_id: null, context: null, elsewhere: null },
    },
  ],
  chores: [{ name: 'logs', next_at: 1, lease: null }],
  blobs: [
    {
      id: 'ab'.repeat(32) as IdOf<'blob'>,
      object: `blobs/ab/${'ab'.repeat(32)}.0`,
      size_bytes: 1,
      stored_at: 1,
      unreferenced_since: null,
      part_hashes: null,
      damaged_at: null,
    },
  ],
  console_assets: [
    { name: 'index-1.js', blob: 'ab'.repeat(32) as IdOf<'blob'>, start: 0, length: 1, seen_at: 1 },
  ],
  render_batches: [
    {
      ...{ id: 'r1', asker: 'p1', organization_id: '900' as IdOf<'organization'>, caller: '1' },
      ...{ file_key: 'k1' as IdOf<'fileKey'>, snapshot: 'ab'.repeat(32) as IdOf<'blob'>, options: '{}' },
      ...{ wanted: '[]', turn: 0, asked_at: 1, lease: null, outcomes: null },
    },
  ],
  packed_images: [
    {
      name: `${'ab'.repeat(16)}.png`,
      blob: 'ab'.repeat(32) as IdOf<'blob'>,
      start: 0,
      length: 1,
      used_at: 1,
    },
  ],
  unsearched_files: [
    { file_key: 'main', noted: 2, noted_at: 1, tries: 0, lease: 'p1.1', leased_until: 9_000_000_000_000 },
  ],
  search_files: [{ file_key: 'main', generation: 'g', snapshot: 'ab'.repeat(32), name: 'Main' }],
  search_blocks: [{ id: 7, file_key: 'main', generation: 'g', first_node: 0, end_node: 64 }],
  processes: [
    {
      ...{ id: 'p1', name: 'host:1', version: '0.1.0', schema: '0027-processes' },
      ...{ roles: 'web,jobs,render', renderer: 'r', started_at: 1, seen_at: 2, secret_marks: 'a' },
      settings_marks: '{}',
    },
  ],
  activity_events: [
    {
      id: 'e1',
      organization_id: '900',
      sequence: null,
      at: 1,
      type: 'fig_file_create',
      actor: '{}',
      entity: '{}',
      details: null,
      client_name: null,
      ip_address: '::1',
      team_id: '100',
    },
  ],
  activity_counters: [{ organization_id: '900', newest_sequence: 7, newest_at: 1 }],
  request_log: [
    {
      id: 'r1',
      organization_id: '900',
      at: 1,
      ordinal: '1',
      path: '/v1/me',
      token_kind: 'plan',
      token_name: 'Logs',
      token_hash: 'aa',
      user_id: null,
      user_name: null,
      user_email: null,
      resource_type: null,
      resource_id: null,
      resource_name: null,
      ip_address: '::1',
    },
  ],
  overlays: [{ snapshot: 'cc', base: 'dd' }],
  variable_files: [
    {
      file_key: 'main',
      revision: 'r1',
      next_number: 3,
      collection_ids: '["VariableCollectionId:1:1"]',
      settled_for: '',
    },
  ],
  variable_collections: [{ file_key: 'main', id: 'VariableCollectionId:1:1', body: '{}' }],
  variable_parts: [{ file_key: 'main', part: 3, body: '{}' }],
  variable_history: [{ file_key: 'main', ordinal: 1, body: 'q1YqSyzKTEzKSS1WsqpWKkvMKU0FAA==' }],
  variable_publications: [{ file_key: 'main', revision: 'p1', body: '{}' }],
  library_publishes: [
    {
      id: '1',
      file_key: 'main',
      user_id: '9007199254740993',
      description: null,
      published_at: 1,
    },
  ],
  library_subscriptions: [{ file_key: 'main', library_key: 'main', created_at: 1 }],
  published_assets: [
    {
      ...{ file_key: 'main', kind: 'style', key: 'key', team_id: '100', ordinal: 1, node_id: '1:2' },
      ...{ name: 'Ink', description: '', style_type: 'FILL', frame: null, set_key: null },
      ...{ sort_position: '000001', hash: 'ee', version_id: '1', user_id: '9007199254740993' },
      ...{ created_at: 1, updated_at: 1 },
    },
  ],
  published_variables: [
    {
      file_key: 'main',
      key: 'key',
      name: 'ink',
      type: 'COLOR',
      collection_key: 'c',
      collection_name: 'Theme',
    },
  ],
  uncounted_versions: [{ file_key: 'main', version_id: '1', ordinal: 1 }],
  unread_versions: [{ file_key: 'main', ordinal: 1, told: 3 }],
  library_uses: [{ file_key: 'main', kind: 'style', asset_key: 'key', uses: 2 }],
  library_actions: [
    { file_key: 'main', kind: 'style', asset_key: 'key', week: 0, insertions: 3, detachments: 1 },
  ],
  dev_resources: [
    {
      ...{ id: '7', file_key: 'main', node_id: '1:2', name: '設計', url: 'https://example.com/1' },
      ...{ created_at: 1, ordinal: '1' },
    },
  ],
  resources: [{ type: 'PLUGIN', id: '555', owner_id: '9007199254740993', created_at: 1 }],
  payments: [
    {
      ...{ resource_type: 'PLUGIN', resource_id: '555', user_id: '9007199254740993' },
      ...{ status: 'PAID', purchased_at: null },
    },
  ],
  ai_usage: [
    {
      ...{ organization_id: '900', day: '2026-11-01', user_id: '9007199254740993' },
      ...{ editor_type: 'design', seat_millicredits: 1500, plan_millicredits: 0 },
    },
  ],
  text_events: [
    {
      ...{ id: '1', organization_id: '900', at: 1, text_type: 'file_comments', action_type: 'insert' },
      ...{ text: '設計', file_key: 'main', file_name: 'Main', node_id: null, resource_id: '1' },
      ...{ parent_comment_id: null, user_id: '9007199254740993', user_email: 'alice@example.com' },
    },
  ],
  comments: [commentRow('1', '2'), commentRow('2', null)],
  comment_counters: [{ file_key: 'main', newest_ordinal: 2, newest_order: 1 }],
  comment_reactions: [
    { comment_id: '1', user_id: '9007199254740993', emoji: ':heart:', ordinal: 1, created_at: 1 },
  ],
  rate_buckets: [{ key: '["1","900"]', empty_at: 1_900_000_000_123_456 }],
};

function fileRow(key: string, mainFileKey: string | null): Plain<Insertable<Tables['files']>> {
  return {
    key,
    name: key,
    project_id: '1',
    owner_id: '9007199254740993',
    editor_type: 'figma',
    link_access: 'inherit',
    main_file_key: mainFileKey,
    current_version: mainFileKey === null ? '1' : null,
    created_at: 1,
    last_modified: 2,
    last_touched_at: 3,
    last_touched_by: '9007199254740993',
    merge_base_key: mainFileKey,
    merge_base_version: mainFileKey === null ? null : '1',
    mirror_id: null,
    archived_at: null,
  };
}

function commentRow(id: string, parentId: string | null): Plain<Insertable<Tables['comments']>> {
  return {
    id,
    file_key: 'main',
    parent_id: parentId,
    user_id: '9007199254740993',
    message: 'Grüße 👋',
    mentions: '[]',
    client_meta: '{"x":0,"y":0}',
    ordinal: Number(id),
    order_number: parentId === null ? 1 : null,
    reactions_made: 1,
    created_at: 1,
    resolved_at: null,
  };
}

/** A small world with a row in every table, ids above 2^53 and text of several scripts among them. */
export const exampleRows = plainRows as { [T in keyof Tables]: Insertable<Tables[T]>[] };

/** Inserts in one transaction, since rows may name rows of their own table that come later. */
export async function insertExampleRows(database: Kysely<Tables>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const [table, rows] of Object.entries(exampleRows)) {
      await transaction
        .insertInto(table as keyof Tables)
        .values(rows as never)
        .execute();
    }
  });
}
