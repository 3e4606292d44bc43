import { describe, expect, it } from 'vitest';
import { castServer, organizations, people, projects, team } from '../../testing/cast.ts';

const { play, server } = castServer();

describe('The lists of projects and folders', () => {
  const lists = [
    `/v1/teams/${team}/projects`,
    `/v1/projects/${projects.open}/files`,
    `/v1/projects/${projects.open}/meta`,
    `/v2/teams/${team}/folders`,
    `/v2/folders/${projects.open}/folders`,
    `/v2/folders/${projects.open}/files`,
    `/v2/folders/${projects.open}/meta`,
  ];
  const app = 'alice-app';

  /** Alice's token of an app in that state. */
  async function appIs(state: 'private' | 'public'): Promise<void> {
    const { database, clock } = server().context;
    const scopes = ['projects:read', 'project_metadata:read', 'folders:read', 'folder_metadata:read'];
    const token = { name: app, token: app, kind: 'oauth', scopes };
    const user = { id: people.alice, handle: 'Alice', email: 'alice@example.com', tokens: [token] };
    await play('admin', 'POST /workspace/v1/apply', { users: [user] });
    const row = {
      ...{ client_id: 'app', secret_hash: 'hash', organization_id: organizations.acme, team_id: null },
      ...{ creator_id: people.alice, state, configuration: '{}', approved: null, revision: 1 },
      ...{ review: 'none' as const, review_words: null, submitted_at: null },
      ...{ projects_access: 'approved' as const, created_at: clock.now() },
    };
    await database.insertInto('apps').values(row).execute();
    await database.updateTable('tokens').set({ app_id: 'app' }).where('name', '=', app).execute();
  }

  const statuses = () =>
    Promise.all(
      lists.map(async (path) => {
        const headers = { authorization: `Bearer ${app}` };
        return (await server().call(path, { token: null, headers })).status;
      }),
    );

  it('[PROJ-05] are closed to public apps, also to approved ones, and open to others', async () => {
    await appIs('private');
    expect(await statuses()).toEqual(lists.map(() => 200));
    await server().context.database.updateTable('apps').set({ state: 'public' }).execute();
    expect(await statuses()).toEqual(lists.map(() => 403));
  });
});
