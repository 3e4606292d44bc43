import { DatabaseSync } from 'node:sqlite';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { TeamId, UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { castServer, organizations, people, projects, smallDesign, team } from '../testing/cast.ts';
import { type TiesOf, ties } from './ties.ts';

const { play, server } = castServer();

describe('What names a person', () => {
  it('has its place among the ties wherever the tables refer to people', () => {
    const database = new DatabaseSync(`${server().folder}/vitrine.sqlite`, { readOnly: true });
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
    const columns = tables.flatMap(({ name }) =>
      database
        .prepare(`select "from" as held from pragma_foreign_key_list('${name}') where "table" = 'users'`)
        .all()
        .map(({ held }) => `${name}.${held}`),
    );
    database.close();
    const tied = Object.entries(ties).flatMap(([table, its]) =>
      Object.keys(its).map((column) => `${table}.${column}`),
    );
    expect(columns.length).toBeGreaterThan(15);
    expect(tied).toEqual(expect.arrayContaining(columns));
  });

  it('does not compile in a new column until it is said what becomes of it', () => {
    // @ts-expect-error nothing is said of `signed_by`
    const lacking: TiesOf<Tables & { contracts: { signed_by: UserId | null } }> = ties;
    expect(lacking).toBe(ties);
    expectTypeOf(ties).toExtend<TiesOf<Tables & { contracts: { signed_in: TeamId; file: string } }>>();
  });

  it('does not keep somebody from being removed who published a library and nothing else', async () => {
    const paul = { id: '77', handle: 'Paul', email: 'paul@example.com', organization: organizations.acme };
    const token = { name: 'paul', token: 'paul-token', scopes: ['workspace:write'] };
    await play('admin', 'POST /workspace/v1/apply', {
      users: [{ ...paul, tokens: [token] }],
      teams: [
        {
          id: team,
          name: 'Team',
          members: [{ user: paul.id, role: 'editor' }],
          organization: organizations.acme,
        },
      ],
      files: [
        {
          key: 'Shared',
          name: 'Shared',
          project: projects.open,
          owner: people.alice,
          source: smallDesign('S'),
        },
      ],
    });
    const published = await server().call('/workspace/v1/files/Shared/publish', {
      method: 'POST',
      body: {},
      token: token.token,
    });
    expect([published.status, published.json]).toEqual([200, expect.anything()]);
    const rename = { method: 'PATCH', body: { name: 'Alice was here' }, token: 'alice-token' };
    expect((await server().call('/workspace/v1/files/Shared', rename)).status).toBe(200);
    const path = `/workspace/v1/organizations/${organizations.acme}/users/${paul.id}`;
    const removed = await server().call(path, { method: 'DELETE', token: 'alice-token' });
    expect([removed.status, removed.json]).toEqual([200, { status: 200, error: false }]);
  });
});
