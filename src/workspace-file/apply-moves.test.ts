import { describe, expect, it } from 'vitest';
import { putGrant } from '../apps/grants-store.ts';
import { projectIdOf, userIdOf } from '../contract/branded-ids.ts';
import { castServer, files, organizations, people, projects, smallDesign, team } from '../testing/cast.ts';

const { play, server } = castServer();

async function apply(workspace: object) {
  const answer = await play('admin', 'POST /workspace/v1/apply', workspace);
  expect(answer.json).toMatchObject({ created: expect.any(Array) });
  return answer;
}
const moveTeam = (organization: string) => apply({ teams: [{ id: team, name: 'Core', organization }] });
const elsewhere = { id: '150', name: 'Elsewhere', organization: organizations.elsewhere };

describe('A team that a workspace file moves to another organization', () => {
  const entry = {
    name: 'Measure',
    team,
    state: 'private',
    redirect_urls: ['https://app.example/back'],
    scopes: ['current_user:read'],
  };

  it('takes its apps along, so that they are there by their names the next time', async () => {
    const [app] = (await apply({ apps: [entry] })).json.created;
    await moveTeam(elsewhere.organization);
    const read = (await play('admin', `GET /workspace/v1/apps/${app.id}`)).json;
    expect(read).toMatchObject({ organization: elsewhere.organization, team });
    expect((await apply({ apps: [entry] })).json).toMatchObject({ created: [], updated: [], unchanged: 1 });
  });

  it('ends what people allowed its apps who were of their place by the organization alone', async () => {
    const eve = { id: '88', handle: 'Eve', email: 'eve@example.com', organization: organizations.acme };
    const [, app] = (await apply({ users: [{ ...eve, role: 'admin' }], apps: [entry] })).json.created;
    const { database } = server().context;
    for (const userId of [userIdOf(eve.id), people.bob])
      await putGrant(database, {
        appId: app.id,
        userId,
        refreshHash: `of ${userId}`,
        scopes: entry.scopes,
        codeHash: null,
        createdAt: 1,
      });
    await moveTeam(elsewhere.organization);
    const grants = await database.selectFrom('app_grants').select('user_id').execute();
    expect(grants).toEqual([{ user_id: people.bob }]);
  });
});

describe('A project that a workspace file moves to another team', () => {
  const receiver = { endpoint: 'http://127.0.0.1:65001/', passcode: 'x', event_type: 'FILE_UPDATE' };
  const webhook = (id: string, context: string, context_id: string) => ({
    ...receiver,
    id,
    context,
    context_id,
    creator: people.alice,
  });
  const publishing = {
    key: files.open,
    name: 'Design open',
    project: projects.open,
    owner: people.alice,
    source: withComponent(),
    published: true,
  };
  const inner = { id: '260', name: 'Inner', team, parent: projects.open };

  async function teamsNow(): Promise<object> {
    const { database } = server().context;
    const assets = await database.selectFrom('published_assets').select('team_id').execute();
    const webhooks = await database.selectFrom('webhooks').select('team_id').orderBy('id').execute();
    const folders = await database
      .selectFrom('projects')
      .select('team_id')
      .where('id', '=', projectIdOf(inner.id))
      .execute();
    const teams = (rows: readonly { team_id: string }[]) => rows.map((row) => row.team_id);
    return { assets: teams(assets), webhooks: teams(webhooks), folders: teams(folders) };
  }

  it('takes along what lies in it, what its files publish and the webhooks of both', async () => {
    await apply({
      teams: [elsewhere],
      projects: [inner],
      files: [publishing],
      webhooks: [
        webhook('71', 'project', projects.open),
        webhook('72', 'file', files.open),
        webhook('73', 'project', inner.id),
        webhook('74', 'team', team),
        webhook('75', 'file', files.viewOnly),
      ],
    });
    expect(await teamsNow()).toEqual({
      assets: [team],
      webhooks: [team, team, team, team, team],
      folders: [team],
    });
    await apply({ projects: [{ id: projects.open, name: 'Open', team: elsewhere.id }] });
    const { id } = elsewhere;
    expect(await teamsNow()).toEqual({ assets: [id], webhooks: [id, id, id, team, team], folders: [id] });
  });

  it('does what a file does that is moved there alone', async () => {
    await apply({
      teams: [elsewhere],
      projects: [{ id: '270', name: 'There', team: elsewhere.id }],
      files: [publishing],
      webhooks: [webhook('71', 'project', projects.open), webhook('72', 'file', files.open)],
    });
    await play('admin', `PATCH /workspace/v1/files/${files.open}`, { project: '270' });
    expect(await teamsNow()).toEqual({ assets: [elsewhere.id], webhooks: [team, elsewhere.id], folders: [] });
  });
});

/** A design that offers a component. */
function withComponent(): object {
  // biome-ignore lint/suspicious/noExplicitAny: the design is open here
  const design = smallDesign('Open') as any;
  const [frame] = design.document.children[0].children;
  design.document.children[0].children = [{ ...frame, type: 'COMPONENT' }];
  const component = { key: 'c0ffee', name: 'Open', description: '', remote: false, documentationLinks: [] };
  return { ...design, components: { [frame.id]: component } };
}
