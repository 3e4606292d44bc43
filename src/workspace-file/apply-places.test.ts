import { describe, expect, it } from 'vitest';
import { castServer, organizations, people, projects, team } from '../testing/cast.ts';

const { play, server } = castServer();

const apply = (workspace: object) => play('admin', 'POST /workspace/v1/apply', workspace);
async function readLog(): Promise<unknown[]> {
  const token = { name: 'log', token: 'log-token', scopes: ['org:activity_log_read'], kind: 'oauth' };
  await apply({
    users: [{ id: people.alice, handle: 'Alice', email: 'alice@example.com', tokens: [token] }],
  });
  const headers = { authorization: `Bearer ${token.token}` };
  const answer = await server().call('/v1/activity_logs', { token: null, headers });
  return answer.json.meta.activity_logs;
}
const elsewhere = { id: '150', name: 'Elsewhere', organization: organizations.elsewhere };
const twoLines = 'Two\nlines';

describe('Applying places', () => {
  it.each<[what: string, workspace: object, sentence: string]>([
    [
      'an organization whose name has two lines',
      { organizations: [{ name: twoLines }] },
      `The organization "${twoLines}": A name is one line of text.`,
    ],
    [
      'a team whose name has two lines',
      { teams: [{ name: twoLines, organization: organizations.acme }] },
      `The team "${twoLines}": A name is one line of text.`,
    ],
    [
      'another name of two lines for a team',
      { teams: [{ id: team, name: twoLines, organization: organizations.acme }] },
      `The team "${twoLines}": A name is one line of text.`,
    ],
    [
      'a team of an organization that is not there',
      { teams: [{ name: 'Lost', organization: '5' }] },
      'The team "Lost" names the organization "5", which does not exist.',
    ],
    [
      'a project that lies in one of another team',
      { teams: [elsewhere], projects: [{ name: 'Guest', team: elsewhere.id, parent: projects.open }] },
      `The project "Guest": The team has no project "${projects.open}" that could be the parent.`,
    ],
    [
      'the way of a project into one of another team',
      {
        teams: [elsewhere],
        projects: [
          { id: '350', name: 'Guest', team: elsewhere.id },
          { id: '350', name: 'Guest', team: elsewhere.id, parent: projects.open },
        ],
      },
      `The project "Guest": The team has no project "${projects.open}" that could be the parent.`,
    ],
    [
      'credits for AI of a day that has not come',
      { ai_usage: [{ user: people.bob, day: '2999-01-01', seat_credits_sum: 1 }] },
      `The AI usage of ${people.bob} on 2999-01-01: "day" is no day of the form YYYY-MM-DD up to today.`,
    ],
  ])('refuses %s, and names the entry', async (_what, workspace, sentence) => {
    const answer = await apply(workspace);
    expect([answer.status, answer.json.err]).toEqual([400, sentence]);
  });

  it('makes and changes places with their members once, and records nothing', async () => {
    const log = await readLog();
    const place = (name: string, role: string) => ({
      organizations: [{ id: organizations.acme, name: `Acme ${name}` }],
      teams: [{ id: '160', name, organization: organizations.acme, members: [{ user: people.bob, role }] }],
      projects: [{ id: '360', name, team: '160', members: [{ user: people.carla, role }] }],
    });
    const first = await apply(place('First', 'editor'));
    expect(first.json.created).toEqual([
      { kind: 'team', id: '160' },
      { kind: 'team member', id: `160/${people.bob}` },
      { kind: 'project', id: '360' },
      { kind: 'project member', id: `360/${people.carla}` },
    ]);
    expect((await apply(place('First', 'editor'))).json).toMatchObject({ created: [], updated: [] });
    const changed = await apply(place('Second', 'viewer'));
    expect(changed.json.updated).toHaveLength(5);
    expect((await play('bob', 'GET /workspace/v1/projects?team=160')).json.projects[0].name).toBe('Second');
    expect(await readLog()).toEqual(log);
  });
});
