import { type Kysely, sql, type Updateable } from 'kysely';
import { expect, it } from 'vitest';
import {
  type AppId,
  appIdOf,
  fileKeyOf,
  type OrganizationId,
  organizationIdOf,
  type ProjectId,
  projectIdOf,
  teamIdOf,
  userIdOf,
  webhookIdOf,
} from '../contract/branded-ids.ts';
import { isPostgres } from '../database/column-kinds.ts';
import { openDatabase } from '../database/open-database.ts';
import type { AppGrantsTable, Tables } from '../database/tables.ts';
import { onBothEngines, openMigrated } from '../testing/postgres-and-sqlite.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { triesBeside } from '../testing/tries-beside.ts';
import { insertTeamFiles, insertTeamWebhook, insertWebhookTeam } from '../testing/webhook-team.ts';
import { lapsesOf } from './lapse-store.ts';
import { subscribersOf } from './outbox-store.ts';

onBothEngines('What a webhook may be told', (openEmpty) => {
  /** Alice's webhook on her team, made as `made` says. */
  async function open(made: { app_id?: AppId; plan_of?: OrganizationId } = {}) {
    const { database } = await openMigrated(openEmpty);
    await insertWebhookTeam(database);
    await insertTeamWebhook(database, made);
    return database;
  }
  const lapse = async (database: Kysely<Tables>, projectId?: ProjectId) =>
    (
      await lapsesOf(database, [
        { webhookId: webhookIdOf('w'), fileKey: fileKeyOf('gone'), projectId: projectId ?? null },
      ])
    )[0];

  async function allow(database: Kysely<Tables>, asked: string[], granted: string[]) {
    const configuration = JSON.stringify({ name: 'App', scopes: asked });
    await database
      .insertInto('apps')
      .values({
        client_id: appIdOf('app'),
        secret_hash: 'a',
        organization_id: organizationIdOf('1'),
        team_id: null,
        creator_id: userIdOf('1'),
        state: 'private',
        configuration,
        approved: null,
        revision: 1,
        review: 'none',
        created_at: 1,
        review_words: null,
        submitted_at: null,
        projects_access: 'none',
      })
      .execute();
    await database
      .insertInto('app_grants')
      .values({
        app_id: appIdOf('app'),
        user_id: userIdOf('1'),
        refresh_hash: 'r',
        scopes: JSON.stringify(granted),
        code_hash: null,
        created_at: 1,
      })
      .execute();
  }
  const regrant = (database: Kysely<Tables>, changes: Updateable<AppGrantsTable>) =>
    database.updateTable('app_grants').set(changes).execute();

  it('is what an app may have of it that made it, and nothing once the person takes that back', async () => {
    const database = await open({ app_id: appIdOf('app') });
    const ended = 'Alice does not allow the app that made this webhook to have webhooks any more.';
    expect(await lapse(database)).toBe(ended);
    await allow(database, ['webhooks:write'], ['webhooks:write', 'file_content:read']);
    expect(await lapse(database)).toBeUndefined();
    await regrant(database, { scopes: '["file_content:read"]' });
    expect(await lapse(database)).toBe(ended);
    await regrant(database, { scopes: '["webhooks:write"]' });
    await database.updateTable('apps').set({ configuration: '{"scopes":[]}' }).execute();
    expect(await lapse(database)).toBe(ended);
    await database.updateTable('apps').set({ approved: '{"scopes":["webhooks:write"]}' }).execute();
    expect(await lapse(database)).toBeUndefined();
    await database.deleteFrom('apps').execute();
    expect(await lapse(database)).toBe(ended);
  });

  it('ends with the administrator whose plan access token made it, and never leaves their organization', async () => {
    const database = await open({ plan_of: organizationIdOf('1') });
    expect(await lapse(database)).toMatch(/^Alice, whose plan access token made this webhook, does not /);
    await database.updateTable('users').set({ role: 'admin', installation_admin: 1 }).execute();
    expect(await lapse(database)).toBeUndefined();
    const other = { name: 'Other', created_at: 1 };
    await database
      .insertInto('organizations')
      .values({ ...other, id: organizationIdOf('2'), plan: 'enterprise', region: 'standard' })
      .execute();
    await database
      .insertInto('teams')
      .values({ ...other, id: teamIdOf('2'), organization_id: organizationIdOf('2') })
      .execute();
    await database
      .insertInto('projects')
      .values({ ...other, id: projectIdOf('2'), team_id: teamIdOf('2'), access: 'team', parent_id: null })
      .execute();
    expect(await lapse(database, projectIdOf('2'))).toMatch(/may not see/);
    await database.updateTable('webhooks').set({ plan_of: null }).execute();
    expect(await lapse(database, projectIdOf('2'))).toBeUndefined();
  });

  it('is nothing once nobody answers for it', async () => {
    const database = await open();
    expect(await lapse(database)).toBeUndefined();
    await database.deleteFrom('team_members').execute();
    expect(await lapse(database)).toBe("Alice, who answers for this webhook, may not see the team's files.");
    await database.deleteFrom('users').execute();
    expect(await lapse(database)).toBe('Whoever answered for this webhook is no longer here.');
  });

  it('is asked when an event is written down already: what happens meanwhile is told to nobody later', async () => {
    const database = await open();
    const project = {
      id: projectIdOf('9'),
      name: 'App',
      team_id: teamIdOf('1'),
      access: 'team',
      parent_id: null,
      created_at: 1,
    } as const;
    await database.insertInto('projects').values(project).execute();
    const told = () =>
      subscribersOf(database, 'FILE_DELETE', {
        key: fileKeyOf('gone'),
        name: 'Gone',
        projectId: project.id,
      });
    expect(await told()).toEqual(['w']);
    await database.deleteFrom('team_members').execute();
    expect(await told()).toEqual([]);
  });

  const known = { '': false, ', of tables that PostgreSQL knows to be small': true };
  it.for(Object.entries(known))(
    'is asked by a change that is not made again for one of another file%s',
    async ([, isKnown], context) => {
      const database = await open();
      if (!isPostgres(database)) return context.skip('one change at a time is made in a file');
      const keys = [fileKeyOf('one'), fileKeyOf('other')];
      await insertTeamFiles(database, keys);
      if (isKnown) await sql`analyze`.execute(database);
      const changes = keys.map((key) => ({
        read: (transaction: Kysely<Tables>) =>
          lapsesOf(transaction, [{ webhookId: webhookIdOf('w'), fileKey: key }]),
        write: (transaction: Kysely<Tables>) =>
          transaction.updateTable('files').set({ last_modified: 2 }).where('key', '=', key).execute(),
      }));
      // PostgreSQL makes the plan that it keeps when it is asked the sixth time.
      for (let asked = 0; asked < 8; asked += 1)
        await Promise.all(
          keys.map((fileKey) => lapsesOf(database, [{ webhookId: webhookIdOf('w'), fileKey }])),
        );
      const tries: number[][] = [];
      for (let asked = 0; asked < 8; asked += 1) tries.push(await triesBeside(database, changes));
      expect(tries.flat()).toEqual(Array(16).fill(1));
    },
  );

  it('is answered for each in its place', async () => {
    const database = await open();
    const tellings = [
      { webhookId: webhookIdOf('none') },
      { webhookId: webhookIdOf('w') },
      { webhookId: webhookIdOf('w') },
    ];
    expect(await lapsesOf(database, tellings)).toEqual([undefined, undefined, undefined]);
    await database.deleteFrom('users').execute();
    const gone = 'Whoever answered for this webhook is no longer here.';
    expect((await lapsesOf(database, tellings)).slice(1)).toEqual([gone, gone]);
    expect(await lapsesOf(database, [])).toEqual([]);
  });
});

const missing = postgresMissing();
const note = missing ? ` (left out: ${missing})` : '';

it.skipIf(missing)(
  `What a webhook may be told is planned once by a connection to PostgreSQL${note}`,
  async () => {
    const { url, drop } = await createPostgresDatabase();
    const { database, close } = await openDatabase({ url, folder: '' });
    await database.connection().execute(async (connection) => {
      const ask = () => lapsesOf(connection, [{ webhookId: webhookIdOf('w') }]);
      expect([await ask(), await ask()]).toEqual([[undefined], [undefined]]);
      const { rows } = await sql`
      select 1 from pg_prepared_statements where statement like '%as "linkAccess"%'`.execute(connection);
      expect(rows).toHaveLength(1);
    });
    await close();
    await drop();
  },
);
