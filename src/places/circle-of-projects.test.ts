import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archivedPlaceOf } from '../access/archived-store.ts';
import type { ProjectId, TeamId } from '../contract/branded-ids.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const make = async (name: string, parent?: ProjectId): Promise<ProjectId> =>
  (await server.call('/workspace/v1/projects', { body: { name, team: '1', ...(parent && { parent }) } })).json
    .id;

describe('Projects that lie in a circle, as an older data folder may hold them', () => {
  it('are moved to another team, and take new projects in', async () => {
    const { database } = server.context;
    const outer = await make('Outer');
    const inner = await make('Inner', outer);
    await database.updateTable('projects').set({ parent_id: inner }).where('id', '=', outer).execute();
    expect(await make('New', inner)).toMatch(/^\d+$/);
    const team = (await server.call('/workspace/v1/teams', { body: { name: 'Other', organization: '1' } }))
      .json.id;
    const projects = [{ id: outer, name: 'Outer', team, access: 'team', parent: null }];
    const moved = await server.call('/workspace/v1/apply', { body: { projects } });
    expect([moved.status, moved.text]).toEqual([200, moved.text]);
    const rows = await database
      .selectFrom('projects')
      .select('team_id')
      .where('team_id', '=', team)
      .execute();
    expect(rows).toHaveLength(3);
  });

  it('hold files of which it is told that their team is archived', async () => {
    const { database } = server.context;
    const outer = await make('Outer');
    const inner = await make('Inner', outer);
    await database.updateTable('projects').set({ parent_id: inner }).where('id', '=', outer).execute();
    const body = { name: 'Within', project: inner };
    const { key } = (await server.call('/workspace/v1/files', { body })).json;
    await database
      .updateTable('teams')
      .set({ archived_at: 1 })
      .where('id', '=', '1' as TeamId)
      .execute();
    expect(await archivedPlaceOf(database, key)).toEqual({ kind: 'team', id: '1' });
  });
});
