import { expect, it } from 'vitest';
import { castWorkspace, files, organizations, people, projects, team } from '../testing/cast.ts';
import { onServersOfBothEngines } from '../testing/server-on-both-engines.ts';

const count = 40_000;
const ids = Array.from({ length: count }, (_, index) => index.toString(36));
const own = '/workspace/v1';
const acme = `${own}/organizations/${organizations.acme}`;

/** What an operation is sent, with each thing made of an id. */
type Sent = [line: string, who: 'alice' | 'admin', body: object];

const hook = { event_type: 'FILE_UPDATE', endpoint: 'https://127.0.0.1:9443/', passcode: 'x' };
const listed = (of: (id: string) => unknown) => ids.map(of);
const apply = (name: string, of: (id: string) => unknown): Sent => [
  `POST ${own}/apply`,
  'admin',
  { [name]: listed(of) },
];

/** Operations that take a list of things, or a text that names many. */
const sent: Sent[] = [
  [`POST /v1/files/${files.open}/comments`, 'alice', { message: listed((id) => `@u${id}`).join(' ') }],
  [`POST /v1/files/${files.open}/comments`, 'alice', { message: '@Bob '.repeat(count) }],
  ['POST /v2/webhooks', 'alice', { ...hook, context: 'file', context_id: ids.join(',') }],
  ['POST /v2/webhooks', 'alice', { ...hook, context: 'file', context_id: ids }],
  [`POST ${own}/me/tokens`, 'alice', { name: 'T', scopes: ids.map(() => 'files:read') }],
  [`POST ${own}/me/tokens`, 'alice', { name: 'T', scopes: ids }],
  [`POST ${acme}/tokens`, 'alice', { name: 'T', scopes: ids.map(() => 'org:developer_log_read') }],
  [`POST ${acme}/ai-usage`, 'alice', { rows: listed((user) => ({ user, day: '2026-01-01' })) }],
  [`POST ${acme}/users`, 'alice', { email: ids, handle: ids }],
  [`POST ${acme}/invitations`, 'alice', { email: listed((id) => `${id}@example.com`).join(',') }],
  [`PUT ${own}/teams/${team}/members/${people.bob}`, 'alice', { role: ids }],
  [`PUT ${own}/projects/${projects.open}/members/${people.bob}`, 'alice', { role: ids }],
  [
    `POST ${own}/apps`,
    'alice',
    { name: 'A', organization: organizations.acme, redirect_urls: listed((id) => `https://${id}.example/`) },
  ],
  [
    `POST ${own}/apps`,
    'alice',
    { name: 'A', organization: organizations.acme, scopes: ids.map(() => 'files:read') },
  ],
  apply('users', (id) => ({ id: `n${id}`, handle: 'N', email: `${id}@example.com`, organization: id })),
  apply('teams', (id) => ({ id: `n${id}`, name: 'N', organization: id })),
  apply('projects', (id) => ({ id: `n${id}`, name: 'N', team: id })),
  apply('files', (id) => ({ key: `n${id}`, name: 'N', project: id })),
  apply('sites', (id) => ({ id: `n${id}`, name: 'N', url_path: `/site/${id}`, file: id })),
  apply('dev_statuses', (node) => ({ file: files.open, node, status: 'COMPLETED' })),
  apply('subscriptions', (library) => ({ file: files.open, library })),
  apply('ai_usage', (user) => ({ user, day: '2026-01-01' })),
  apply('webhooks', (id) => ({ id, ...hook, context: 'file', context_id: id })),
  [
    `POST ${own}/apply`,
    'admin',
    { teams: [{ id: team, name: 'Core', members: listed((user) => ({ user, role: 'viewer' })) }] },
  ],
];

const key = (id: string) => id.padStart(40, '0');

/** An answer of getLocalVariables with forty thousand variables, in collections as large as they may be. */
function manyVariables() {
  const collections = Array.from({ length: 10 }, (_, index) => `VariableCollectionId:${index}:1`);
  const variables = ids.map((id, index) => ({
    id: `VariableID:1:${index}`,
    name: id,
    key: key(`a${index}`),
    remote: false,
    resolvedType: 'FLOAT',
    variableCollectionId: collections[index % 10] as string,
    valuesByMode: { [`${index % 10}:0`]: index },
  }));
  const variableCollections = collections.map((id, index) => ({
    id,
    name: id,
    key: key(`c${index}`),
    remote: false,
    hiddenFromPublishing: false,
    modes: [{ modeId: `${index}:0`, name: 'One' }],
    defaultModeId: `${index}:0`,
    variableIds: variables.filter((one) => one.variableCollectionId === id).map((one) => one.id),
  }));
  const byId = (all: { id: string }[]) => Object.fromEntries(all.map((one) => [one.id, one]));
  return { meta: { variables: byId(variables), variableCollections: byId(variableCollections) } };
}

onServersOfBothEngines('Forty thousand things', castWorkspace(), ({ play }) => {
  it.each(sent.map(([line, who, body]) => [line, Object.keys(body).join(), who, body] as const))(
    'that %s is sent under "%s" are answered or refused',
    async (line, _names, who, body) => {
      const { status, text } = await play(who, line, body);
      expect([status, text.slice(0, 300)]).toEqual([
        expect.toBeOneOf([200, 400, 403, 404, 413]),
        expect.anything(),
      ]);
    },
  );

  it('are variables that are put, published, subscribed to and deleted, each step with success', async () => {
    const library = `${own}/files/${files.open}`;
    const other = `${own}/files/${files.viewOnly}/subscriptions/${files.open}`;
    const steps: [line: string, body?: object][] = [
      [`PUT ${library}/variables`, manyVariables()],
      [`POST ${library}/publish`, {}],
      [`PUT ${other}`],
      [`PUT ${library}/variables`, { meta: { variables: {}, variableCollections: {} } }],
    ];
    for (const [line, body] of steps) {
      const { status, text } = await play('alice', line, body);
      expect([line, status, text.slice(0, 300)]).toEqual([line, 200, expect.anything()]);
    }
  });
});
