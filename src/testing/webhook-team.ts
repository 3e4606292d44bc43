import type { Insertable, Kysely } from 'kysely';
import {
  type FileKey,
  organizationIdOf,
  projectIdOf,
  teamIdOf,
  userIdOf,
  webhookIdOf,
} from '../contract/branded-ids.ts';
import type { Tables, WebhooksTable } from '../database/tables.ts';

/** A team `1` of an organization `1`, with a person `1` in it who may answer for its webhooks. */
export async function insertWebhookTeam(database: Kysely<Tables>): Promise<void> {
  const place = { name: 'Acme', created_at: 1 };
  await database
    .insertInto('organizations')
    .values({ ...place, id: organizationIdOf('1'), plan: 'enterprise', region: 'standard' })
    .execute();
  await database
    .insertInto('teams')
    .values({ ...place, id: teamIdOf('1'), organization_id: organizationIdOf('1') })
    .execute();
  await database
    .insertInto('users')
    .values({
      id: userIdOf('1'),
      handle: 'Alice',
      email: 'alice@example.com',
      img_url: '',
      password_hash: null,
      organization_id: organizationIdOf('1'),
      role: 'member',
      seat: 'full',
      created_at: 1,
    })
    .execute();
  await database
    .insertInto('team_members')
    .values({ team_id: teamIdOf('1'), user_id: userIdOf('1'), role: 'admin' })
    .execute();
}

/** That person's webhook on that team, `w` unless it says otherwise. */
export async function insertTeamWebhook(
  database: Kysely<Tables>,
  made: Partial<Insertable<WebhooksTable>> = {},
): Promise<void> {
  await database
    .insertInto('webhooks')
    .values({
      id: webhookIdOf('w'),
      event_type: 'FILE_DELETE',
      context: 'team',
      context_id: '1',
      team_id: teamIdOf('1'),
      endpoint: 'https://receiver.example/',
      passcode: 's',
      status: 'ACTIVE',
      description: null,
      client_id: null,
      creator_id: userIdOf('1'),
      key_rotated_at: null,
      created_at: 1,
      ...made,
    })
    .execute();
}

/** Files of that person in a project `1` of that team. */
export async function insertTeamFiles(database: Kysely<Tables>, keys: readonly FileKey[]): Promise<void> {
  const project_id = projectIdOf('1');
  await database
    .insertInto('projects')
    .values({
      id: project_id,
      name: 'Project',
      team_id: teamIdOf('1'),
      access: 'team',
      parent_id: null,
      created_at: 1,
    })
    .execute();
  const file = {
    name: 'File',
    project_id,
    owner_id: userIdOf('1'),
    editor_type: 'figma',
    link_access: 'inherit',
    main_file_key: null,
    current_version: null,
    created_at: 1,
    last_modified: 1,
    last_touched_at: 1,
    last_touched_by: userIdOf('1'),
  } as const;
  await database
    .insertInto('files')
    .values(keys.map((key) => ({ ...file, key })))
    .execute();
}
