import { beforeEach, describe, expect, it } from 'vitest';
import { type OrganizationId, teamIdOf, type UserId, userIdOf } from '../../contract/branded-ids.ts';
import type { WorkspaceFile } from '../../contract/contract.ts';
import { castServer, files, organizations, people, smallDesign } from '../../testing/cast.ts';

const { play, server } = castServer();
const { acme, elsewhere } = organizations;
const planTokens = `/workspace/v1/organizations/${acme}/tokens`;

/** Dan's team with a private file and one that anybody with its link edits. */
const elsewhereToo: WorkspaceFile = {
  teams: [
    { id: '110', name: 'Far', organization: elsewhere, members: [{ user: people.dan, role: 'admin' }] },
  ],
  projects: [{ id: '210', name: 'Far', team: '110', access: 'invite_only' }],
  files: [
    { key: 'farPrivate', name: 'Secret', project: '210', owner: people.dan, source: smallDesign('Secret') },
    {
      key: 'farLinked',
      name: 'Linked',
      project: '210',
      owner: people.dan,
      link_access: 'edit',
      source: smallDesign('Linked'),
    },
  ],
};

type Issuer = 'admin' | 'alice';
const tokensOf = {} as Record<Issuer, { token: string; id: string }>;

const change = (id: UserId, values: { role?: 'admin' | 'member'; organization_id?: OrganizationId | null }) =>
  server().context.database.updateTable('users').set(values).where('id', '=', id).execute();

const idOfAdmin = async () => userIdOf((await play('admin', 'GET /v1/me')).json.id as string);

beforeEach(async () => {
  expect((await play('admin', 'POST /workspace/v1/apply', elsewhereToo)).status).toBe(200);
  await change(await idOfAdmin(), { organization_id: acme });
  for (const who of ['admin', 'alice'] as const) {
    const made = await play(who, `POST ${planTokens}`, { name: who, scopes: 'all' });
    expect(made.json).toMatchObject({ ended: false });
    tokensOf[who] = made.json;
  }
});

const asToken = (who: Issuer, line: string, body?: unknown) => play(tokensOf[who], line, body);

const webhook = (context: string, context_id: string) => ({
  event_type: 'FILE_COMMENT',
  context,
  context_id,
  endpoint: 'https://hooks.example/x',
  passcode: 'p',
});
const devResource = (file_key: string) => ({
  dev_resources: [{ name: 'Docs', url: 'https://docs.example/', file_key, node_id: '1:2' }],
});

interface Line {
  readonly line: string;
  readonly body?: (id: string) => object;
}
const reads = (...lines: string[]): Line[] => lines.map((line) => ({ line }));

/** Every operation that takes a plan access token and names a file. */
const ofFiles: readonly Line[] = [
  ...reads(
    'GET /v1/files/ID',
    'GET /v1/files/ID/nodes?ids=1:2',
    'GET /v1/images/ID?ids=1:2',
    'GET /v1/files/ID/images',
    'GET /v1/files/ID/meta',
    'GET /v1/files/ID/versions',
    'GET /v1/files/ID/comments',
    'GET /v1/files/ID/components',
    'GET /v1/files/ID/component_sets',
    'GET /v1/files/ID/styles',
    'GET /v1/files/ID/dev_resources',
    'DELETE /v1/files/ID/dev_resources/1',
    'GET /v2/webhooks?context=file&context_id=ID',
  ),
  { line: 'POST /v1/dev_resources', body: devResource },
  { line: 'POST /v2/webhooks', body: (key) => webhook('file', key) },
];
const ofTeams: readonly Line[] = [
  ...reads(
    'GET /v1/teams/ID/projects',
    'GET /v2/teams/ID/folders',
    'GET /v1/teams/ID/components',
    'GET /v1/teams/ID/styles',
    'GET /v2/teams/ID/webhooks',
    'GET /v2/webhooks?context=team&context_id=ID',
    'GET /v2/webhooks?plan_api_id=team-ID',
  ),
  { line: 'POST /v2/webhooks', body: (id) => webhook('team', id) },
];
const ofProjects = reads(
  'GET /v1/projects/ID/files',
  'GET /v1/projects/ID/meta',
  'GET /v2/folders/ID/files',
  'GET /v2/folders/ID/folders',
  'GET /v2/folders/ID/meta',
  'GET /v2/webhooks?context=project&context_id=ID',
);

/** Says that what is there elsewhere answers each issuer's token like what is nowhere. */
async function expectNowhere({ line, body }: Line, there: string, nowhere: string): Promise<void> {
  for (const who of ['admin', 'alice'] as const) {
    const [found, missed] = await Promise.all(
      [there, nowhere].map((id) => asToken(who, line.replace('ID', id), body?.(id))),
    );
    expect([found?.status, found?.text.replaceAll(there, nowhere)]).toEqual([missed?.status, missed?.text]);
  }
}

describe('a plan access token', () => {
  it.each(ofFiles)('finds no file of another organization, whoever issued it: $line', async (line) => {
    await expectNowhere(line, 'farPrivate', 'nowhereAtAll');
    await expectNowhere(line, 'farLinked', 'nowhereAtAll');
  });

  it.each([
    ...ofTeams.map((line) => ({ ...line, there: '110', nowhere: '119' })),
    ...ofProjects.map((line) => ({ ...line, there: '210', nowhere: '219' })),
  ])('finds no place of another organization, though its issuer has a role there: $line', async (line) => {
    const membership = { team_id: teamIdOf('110'), user_id: people.alice, role: 'admin' } as const;
    await server().context.database.insertInto('team_members').values(membership).execute();
    await expectNowhere(line, line.there, line.nowhere);
  });

  it('of the administrator of the installation opens no private project of its own organization', async () => {
    const read = `GET /v1/files/${files.inviteOnly}`;
    expect((await asToken('admin', read)).status).toBe(404);
    expect((await asToken('alice', read)).status).toBe(200);
    expect((await asToken('admin', 'GET /v2/folders/202/meta')).status).toBe(200);
    expect((await play('admin', read)).status).toBe(200);
  });

  it.each([
    'GET /workspace/v1/files',
    'GET /workspace/v1/backup',
    'GET /workspace/v1/session',
    `GET ${planTokens}`,
    'GET /test/v1/clock',
    'GET /test/v1/requests',
    'GET /v1/me',
    `GET /v1/files/${files.open}/variables/local`,
  ])('opens no operation that is for people: %s', async (line) => {
    const answer = await asToken('admin', line);
    expect(answer.status).toBe(403);
    expect(answer.json.err).toContain('this endpoint takes only');
  });
});

describe('a plan access token whose issuer administers the organization no more', () => {
  const calls: readonly (readonly [line: string, body?: object])[] = [
    [`GET /v1/files/${files.open}`],
    ['GET /v1/teams/100/projects'],
    ['GET /v2/webhooks?context=team&context_id=100'],
    ['POST /v1/dev_resources', devResource(files.open)],
    ['POST /v1/developer_logs', {}],
    ['GET /v1/ai_usage/daily?start_date=2026-01-01&end_date=2026-01-02'],
  ];
  const statuses = () =>
    Promise.all(calls.map(async ([line, body]) => (await asToken('alice', line, body)).status));
  const isEnded = async (): Promise<boolean> => {
    const { tokens } = (await play('admin', `GET ${planTokens}`)).json;
    return tokens.find(({ id }: { id: string }) => id === tokensOf.alice.id)?.ended;
  };

  it.each([
    ['lost the role', { role: 'member' }, { role: 'admin' }],
    ['moved', { organization_id: elsewhere }, { organization_id: acme }],
    ['left', { organization_id: null }, { organization_id: acme }],
  ] as const)(
    'and %s is refused everywhere and shown as ended, until they administer it again',
    async (_how, away, back) => {
      expect(await statuses()).not.toContain(401);
      await change(people.alice, away);
      expect(await statuses()).toEqual([403, 403, 403, 401, 401, 401]);
      expect((await asToken('alice', `GET /v1/files/${files.open}`)).json.err).toContain('Invalid token');
      expect(await isEnded()).toBe(true);
      await change(people.alice, back);
      expect(await isEnded()).toBe(false);
      expect(await statuses()).not.toContain(401);
    },
  );

  it('has ended for good once an administrator took the role away', async () => {
    for (const role of ['member', 'admin']) {
      const line = `PUT /workspace/v1/organizations/${acme}/users/${people.alice}`;
      expect((await play('admin', line, { role })).status).toBe(200);
      expect(await statuses()).toEqual([403, 403, 403, 401, 401, 401]);
    }
  });

  it('does not open another organization that they administer afterwards', async () => {
    await change(people.alice, { organization_id: elsewhere });
    const listed = await play('admin', `GET /workspace/v1/organizations/${elsewhere}/tokens`);
    expect(listed.json.tokens).toEqual([]);
    const end = (organization: string) =>
      play('admin', `DELETE /workspace/v1/organizations/${organization}/tokens/${tokensOf.alice.id}`);
    expect((await end(elsewhere)).status).toBe(404);
    expect((await end(acme)).status).toBe(200);
  });

  it('is deleted with them', async () => {
    const remove = `DELETE /workspace/v1/organizations/${acme}/users/${people.alice}?files_to=${people.bob}`;
    expect((await play('admin', remove)).status).toBe(200);
    expect(await statuses()).toEqual([403, 403, 403, 401, 401, 401]);
  });
});
