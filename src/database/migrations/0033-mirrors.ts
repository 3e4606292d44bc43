import type { Kysely } from 'kysely';
import { addColumns, createTables, type TableSketch } from '../create-tables.ts';

const look = {
  priority: 'integer',
  next_at: 'integer?',
  tries: 'integer',
  failure: 'text?',
  lease: 'text?',
  leased_until: 'integer?',
} as const;

/** Files that are kept current with another server, and how far that is. */
export async function mirrors(database: Kysely<never>): Promise<void> {
  await addColumns(database, { files: { mirror_id: 'text?' } });
  await createTables(database, {
    mirrors: {
      columns: {
        id: 'text',
        upstream_id: 'text',
        project_id: 'text',
        kind: 'text',
        elsewhere: 'text',
        version_count: 'integer',
        with_branches: 'integer',
        is_paused: 'integer',
        failure: 'text?',
        webhook_elsewhere: 'text?',
        passcode_hash: 'text?',
        created_by: 'text?',
        created_at: 'integer',
      },
      key: ['id'],
      unique: [['upstream_id', 'kind', 'elsewhere']],
      references: {
        upstream_id: ['upstreams.id', 'cascade'],
        project_id: ['projects.id', 'cascade'],
        created_by: ['users.id', 'set null'],
      },
      indexes: [['project_id'], ['created_by']],
    },
    mirror_lists: {
      columns: {
        mirror_id: 'text',
        kind: 'text',
        elsewhere: 'text',
        checked_at: 'integer?',
        changed_at: 'integer?',
        ...look,
      },
      key: ['mirror_id', 'kind', 'elsewhere'],
      references: { mirror_id: ['mirrors.id', 'cascade'] },
      indexes: [['next_at']],
    },
    ...filesOfMirrors,
  });
}

const filesOfMirrors: Readonly<Record<string, TableSketch>> = {
  mirrored_files: {
    columns: {
      file_key: 'text',
      mirror_id: 'text',
      elsewhere: 'text',
      project_elsewhere: 'text?',
      name: 'text',
      state: 'text',
      version: 'text?',
      touched_at: 'integer?',
      aim: 'text?',
      aim_at: 'integer?',
      listed_modified: 'integer?',
      checked_at: 'integer?',
      ...look,
    },
    key: ['file_key'],
    references: { mirror_id: ['mirrors.id', 'cascade'] },
    indexes: [['mirror_id', 'elsewhere'], ['next_at']],
  },
  mirror_steps: {
    columns: {
      file_key: 'text',
      step: 'text',
      state: 'text',
      calls: 'integer',
      reason: 'text?',
      took_ms: 'integer',
      at: 'integer',
    },
    key: ['file_key', 'step'],
    references: { file_key: ['mirrored_files.file_key', 'cascade'] },
  },
  mirror_images: {
    columns: {
      file_key: 'text',
      image_ref: 'text',
      blob: 'text',
      content_type: 'text',
      size_bytes: 'integer',
    },
    key: ['file_key', 'image_ref'],
    references: { file_key: ['mirrored_files.file_key', 'cascade'] },
    indexes: [['blob']],
  },
};
