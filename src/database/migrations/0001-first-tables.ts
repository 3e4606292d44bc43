import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { ColumnKinds } from '../column-kinds.ts';
import { columnKinds } from '../column-kinds.ts';

/** People, teams, projects, files with their versions and image fills, sites, settings. */
export async function firstTables(database: Kysely<never>): Promise<void> {
  const kinds = columnKinds(database);
  for (const [name, sketch] of Object.entries(tables)) await createTable(database, kinds, name, sketch);
}

/** Column name → `text` or `integer`, with `?` where it may be null. */
type Columns = Record<string, 'text' | 'text?' | 'integer' | 'integer?'>;

interface Sketch {
  columns: Columns;
  key: readonly string[];
  unique?: readonly (readonly string[])[];
  /** Columns with the table and column they name and what becomes of the row when that one is deleted. */
  references?: Record<string, readonly [target: string, onDelete: 'cascade' | 'set null' | 'restrict']>;
  /** References into the same table: checked at the end of the transaction, so rows may come in any order. */
  deferred?: readonly string[];
  indexes?: readonly (readonly string[])[];
  /** Column → value where an insert leaves it out. */
  defaults?: Record<string, number>;
}

const tables: Record<string, Sketch> = {
  settings: { columns: { name: 'text', value: 'text' }, key: ['name'] },
  organizations: {
    columns: { id: 'text', name: 'text', plan: 'text', region: 'text', created_at: 'integer' },
    key: ['id'],
  },
  users: {
    columns: {
      id: 'text',
      handle: 'text',
      email: 'text',
      img_url: 'text',
      password_hash: 'text?',
      organization_id: 'text?',
      role: 'text',
      seat: 'text',
      installation_admin: 'integer',
      created_at: 'integer',
    },
    key: ['id'],
    references: { organization_id: ['organizations.id', 'set null'] },
    indexes: [['organization_id'], ['email']],
    defaults: { installation_admin: 0 },
  },
  tokens: {
    columns: {
      id: 'text',
      hash: 'text',
      kind: 'text',
      user_id: 'text',
      name: 'text',
      scopes: 'text',
      created_at: 'integer',
      expires_at: 'integer?',
      last_used_at: 'integer?',
    },
    key: ['id'],
    unique: [['hash']],
    references: { user_id: ['users.id', 'cascade'] },
    indexes: [['user_id']],
  },
  teams: {
    columns: { id: 'text', name: 'text', organization_id: 'text', created_at: 'integer' },
    key: ['id'],
    references: { organization_id: ['organizations.id', 'cascade'] },
    indexes: [['organization_id']],
  },
  team_members: {
    columns: { team_id: 'text', user_id: 'text', role: 'text' },
    key: ['team_id', 'user_id'],
    references: { team_id: ['teams.id', 'cascade'], user_id: ['users.id', 'cascade'] },
    indexes: [['user_id']],
  },
  projects: {
    columns: {
      id: 'text',
      name: 'text',
      team_id: 'text',
      access: 'text',
      parent_id: 'text?',
      created_at: 'integer',
    },
    key: ['id'],
    references: { team_id: ['teams.id', 'cascade'], parent_id: ['projects.id', 'cascade'] },
    deferred: ['parent_id'],
    indexes: [['team_id'], ['parent_id']],
  },
  project_members: {
    columns: { project_id: 'text', user_id: 'text', role: 'text' },
    key: ['project_id', 'user_id'],
    references: { project_id: ['projects.id', 'cascade'], user_id: ['users.id', 'cascade'] },
    indexes: [['user_id']],
  },
  files: {
    columns: {
      key: 'text',
      name: 'text',
      project_id: 'text',
      owner_id: 'text',
      editor_type: 'text',
      link_access: 'text',
      main_file_key: 'text?',
      current_version: 'text?',
      created_at: 'integer',
      last_modified: 'integer',
      last_touched_at: 'integer',
      last_touched_by: 'text',
    },
    key: ['key'],
    references: {
      project_id: ['projects.id', 'cascade'],
      owner_id: ['users.id', 'restrict'],
      main_file_key: ['files.key', 'cascade'],
      last_touched_by: ['users.id', 'restrict'],
    },
    deferred: ['main_file_key'],
    indexes: [['project_id'], ['owner_id'], ['main_file_key'], ['last_touched_by']],
  },
  versions: {
    columns: {
      file_key: 'text',
      id: 'text',
      ordinal: 'integer',
      label: 'text?',
      description: 'text?',
      user_id: 'text',
      created_at: 'integer',
      snapshot: 'text',
      node_count: 'integer',
    },
    key: ['file_key', 'id'],
    unique: [['file_key', 'ordinal']],
    references: { file_key: ['files.key', 'cascade'], user_id: ['users.id', 'restrict'] },
    indexes: [['user_id'], ['snapshot']],
  },
  image_fills: {
    columns: {
      file_key: 'text',
      image_ref: 'text',
      blob: 'text',
      content_type: 'text',
      size_bytes: 'integer',
    },
    key: ['file_key', 'image_ref'],
    references: { file_key: ['files.key', 'cascade'] },
    indexes: [['blob']],
  },
  sites: {
    columns: { id: 'text', name: 'text', url_path: 'text', file_key: 'text', public: 'integer' },
    key: ['id'],
    references: { file_key: ['files.key', 'cascade'] },
    indexes: [['file_key'], ['url_path']],
  },
};

async function createTable(
  database: Kysely<never>,
  kinds: ColumnKinds,
  name: string,
  sketch: Sketch,
): Promise<void> {
  let table: CreateTableBuilder<string, string> = database.schema.createTable(name);
  for (const [column, kind] of Object.entries(sketch.columns)) {
    table = addColumn(table, column, kind, kinds, sketch.defaults?.[column]);
  }
  table = addConstraints(table, name, sketch);
  await table.modifyEnd(kinds.tableEnd).execute();
  for (const columns of sketch.indexes ?? []) {
    await database.schema
      .createIndex(`${name}_${columns.join('_')}`)
      .on(name)
      .columns([...columns])
      .execute();
  }
}

function addColumn(
  table: CreateTableBuilder<string, string>,
  name: string,
  kind: Columns[string],
  kinds: ColumnKinds,
  value: number | undefined,
): CreateTableBuilder<string, string> {
  const type: RawBuilder<unknown> = kind.startsWith('text') ? kinds.text : kinds.integer;
  return table.addColumn(name, type, (column) => {
    const needed = kind.endsWith('?') ? column : column.notNull();
    return value === undefined ? needed : needed.defaultTo(sql.lit(value));
  });
}

function addConstraints(
  table: CreateTableBuilder<string, string>,
  name: string,
  { key, unique = [], references = {}, deferred = [] }: Sketch,
): CreateTableBuilder<string, string> {
  let built = table.addPrimaryKeyConstraint(`${name}_key`, [...key]);
  for (const columns of unique)
    built = built.addUniqueConstraint(`${name}_${columns.join('_')}`, [...columns]);
  for (const [column, [target, onDelete]] of Object.entries(references)) {
    const [targetTable, targetColumn] = target.split('.') as [string, string];
    built = built.addForeignKeyConstraint(
      `${name}_${column}_of`,
      [column],
      targetTable,
      [targetColumn],
      (constraint) => {
        const kept = constraint.onDelete(onDelete);
        return deferred.includes(column) ? kept.deferrable().initiallyDeferred() : kept;
      },
    );
  }
  return built;
}
