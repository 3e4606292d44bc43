import { describe, expect, it } from 'vitest';
import { archivedPlaceOf } from '../../access/archived-store.ts';
import { fileKeyOf } from '../../contract/branded-ids.ts';
import { castServer, files, organizations, projects, smallDesign, team } from '../../testing/cast.ts';

const { play, server } = castServer();
const alice = async (line: string, body?: object) => (await play('alice', line, body)).json;
const archive = (path: string, archived: boolean) => alice(`PATCH /workspace/v1/${path}`, { archived });
const paths = { team: `teams/${team}`, project: `projects/${projects.open}`, file: `files/${files.open}` };

describe('Putting away and bringing back', () => {
  it.each([
    ['alice', 200, 200, 200],
    ['admin', 200, 200, 200],
    ['bob', 403, 403, 200],
    ['carla', 403, 403, 403],
    ['dan', 404, 404, 404],
  ] as const)('is for who may rename: as %s team %i, project %i, file %i', async (who, ...statuses) => {
    const asked = async (archived: unknown) => {
      const answers = Object.values(paths).map((path) =>
        play(who, `PATCH /workspace/v1/${path}`, { archived }),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await asked(true)).toEqual(statuses);
    expect(await asked(false)).toEqual(statuses);
    expect(await asked('true')).toEqual([400, 400, 400]);
  });

  it('again and again beside pushes and comments loses none of them, and ends as it was said last', async () => {
    const rounds = [...Array(12).keys()];
    const statuses = await Promise.all(
      rounds.flatMap((round) => [
        play('alice', `PATCH /workspace/v1/${paths.file}`, { archived: round % 2 === 0 }),
        play('alice', `PATCH /workspace/v1/${paths.project}`, { archived: round % 2 === 1 }),
        play('bob', `PUT /workspace/v1/${paths.file}/content`, smallDesign(`Round ${round}`)),
        play('carla', `POST /v1/${paths.file}/comments`, { message: `Round ${round}` }),
      ]),
    );
    expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 200));
    const { comments } = await alice(`GET /v1/${paths.file}/comments`);
    expect(comments).toHaveLength(rounds.length);
    const { versions } = await alice(`GET /v1/${paths.file}/versions?page_size=50`);
    expect(versions.length).toBe(rounds.length + 1);
    await archive(paths.project, true);
    await archive(paths.file, false);
    const placed = await archivedPlaceOf(server().context.database, fileKeyOf(files.open));
    expect(placed).toEqual({ kind: 'project', id: projects.open });
  });

  it('is told of a file and its branches by the nearest place that is archived, the file before all', async () => {
    const { key: branch } = await alice(`POST /workspace/v1/${paths.file}/branches`, { name: 'Branch' });
    const { id: folder } = await alice('POST /workspace/v1/projects', {
      name: 'In',
      team,
      parent: projects.open,
    });
    const { key: inner } = await alice('POST /workspace/v1/files', { name: 'Inner', project: folder });
    const of = (key: string) => archivedPlaceOf(server().context.database, fileKeyOf(key));
    const all = () => Promise.all([files.open, branch, inner, files.viewOnly].map(of));
    expect(await all()).toEqual([undefined, undefined, undefined, undefined]);
    const ofTeam = { kind: 'team', id: team };
    await archive(paths.team, true);
    expect(await all()).toEqual([ofTeam, ofTeam, ofTeam, ofTeam]);
    const ofProject = { kind: 'project', id: projects.open };
    await archive(paths.project, true);
    expect(await all()).toEqual([ofProject, ofProject, ofProject, ofTeam]);
    const ofFile = { kind: 'file', id: files.open };
    await archive(paths.file, true);
    expect(await all()).toEqual([ofFile, ofFile, ofProject, ofTeam]);
    expect((await play('alice', `PATCH /workspace/v1/files/${branch}`, { archived: false })).status).toBe(
      400,
    );
  });

  it('changes nothing of what webhooks are told', async () => {
    const hook = await alice('POST /v2/webhooks', {
      event_type: 'FILE_COMMENT',
      context: 'file',
      context_id: files.open,
      passcode: 'p',
      endpoint: 'https://receiver.invalid/',
    });
    await archive(paths.team, true);
    await alice(`POST /v1/${paths.file}/comments`, { message: 'Still told' });
    const { deliveries } = await alice(`GET /workspace/v1/webhooks/${hook.id}/deliveries`);
    expect(deliveries.map(({ event_type }: { event_type: string }) => event_type)).toContain('FILE_COMMENT');
  });
});

describe('An organization', () => {
  const make = (body: object, who: Parameters<typeof play>[0] = 'admin') =>
    play(who, 'POST /workspace/v1/organizations', body);

  it.each(['alice', 'bob', 'dan'] as const)(
    'is made by nobody but who administers the server: as %s',
    async (who) => {
      expect((await make({ name: 'Mine', plan: 'enterprise' }, who)).status).toBe(403);
    },
  );

  it.each([
    [{ name: '' }],
    [{ name: '   ' }],
    [{ name: 'x'.repeat(256) }],
    [{ name: 'a\0b' }],
    [{ name: 'Good', plan: 'golden' }],
    [{ name: 7 }],
    [{ plan: 'starter' }],
    [{}],
  ])('is not made of %j', async (body) => {
    expect((await make(body)).status).toBe(400);
  });

  it('of a name that another has is one beside it, and each sees its own alone', async () => {
    const [one, two] = [
      await make({ name: 'Acme', plan: 'starter' }),
      await make({ name: 'Acme', plan: 'starter' }),
    ];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(new Set([one.json.id, two.json.id, organizations.acme]).size).toBe(3);
    expect((await play('alice', `GET /workspace/v1/organizations/${one.json.id}/users`)).status).not.toBe(
      200,
    );
  });
});
