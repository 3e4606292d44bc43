import { exampleFile, imageRef, pixelPng } from '../harness/example-file.ts';
import { variablesNamed } from './tenant-variables.ts';
import {
  appSecret,
  callback,
  component,
  emailOf,
  namesOf,
  open,
  ours,
  password,
  resourceOf,
  type Tenant,
} from './tenants.ts';

const logo = `data:image/png;base64,${pixelPng.toString('base64')}`;

/** What a workspace file says of a tenant. `scopeSets` are those of the operations: a token lacks each of them. */
export function workspaceOf(
  tenant: Tenant,
  scopeSets: readonly (readonly string[])[],
  scopes: readonly string[],
) {
  const { id, key, text } = namesOf(tenant);
  return {
    organizations: [{ id: id(900), name: text('Studio'), plan: 'enterprise' }],
    users: usersOf(tenant, scopeSets, scopes),
    teams: teamsOf(tenant),
    projects: projectsOf(tenant),
    files: filesOf(tenant, tenant === open ? 'view' : 'inherit'),
    sites: [
      {
        id: key('site'),
        name: text('Site'),
        url_path: `/site/${key('site')}`,
        file: key('main'),
        public: tenant === open,
      },
    ],
    apps: ['app', 'draft'].map((local) => appOf(tenant, local)),
    resources: ['PLUGIN', 'WIDGET', 'COMMUNITY_FILE'].map((type, index) => ({
      type,
      id: resourceOf(tenant, 601 + index),
      owner: id(11),
      payments: [{ user: id(12), status: 'PAID' }],
    })),
    dev_resources: [
      {
        id: id(701),
        file: key('main'),
        node: '1:1',
        name: text('Code'),
        url: `https://${key('x')}.example/`,
      },
    ],
    subscriptions: [{ file: key('main'), library: key('library') }],
    ai_usage: [{ user: id(11), day: '2026-01-01', seat_credits_sum: 3 }],
    webhooks: webhooksOf(tenant),
  };
}

function usersOf(tenant: Tenant, scopeSets: readonly (readonly string[])[], scopes: readonly string[]) {
  const { id, key, text } = namesOf(tenant);
  const person = (number: number, who: string, more: object = {}) => ({
    id: id(number),
    handle: text(who),
    email: emailOf(tenant, who),
    // Whoever knows the password of others is them.
    password: tenant === ours ? password : key('their password'),
    organization: id(900),
    role: 'member',
    seat: 'full',
    tokens: [{ name: text(who), token: key(who), scopes }],
    ...more,
  });
  return [
    person(11, 'alice', { role: 'admin', tokens: administratorTokens(tenant, scopeSets, scopes) }),
    person(12, 'bob'),
    person(13, 'carla'),
    person(15, 'erin'),
    person(16, 'gwen', { role: 'guest', seat: 'view' }),
  ];
}

function administratorTokens(
  tenant: Tenant,
  scopeSets: readonly (readonly string[])[],
  scopes: readonly string[],
) {
  const { key } = namesOf(tenant);
  const token = (name: string, more: object = {}) => ({ name: key(name), token: key(name), scopes, ...more });
  return [
    token('alice'),
    token('expired', { expires_in: 60 }),
    token('revoked'),
    token('spare'),
    token('spare-too'),
    token('app-token', { kind: 'oauth' }),
    token('plan-all', { kind: 'plan', scopes: ['org:activity_log_read', ...planScopes] }),
    ...scopeSets.map((set, index) =>
      token(`lacks-${index}`, { scopes: scopes.filter((scope) => !set.includes(scope)) }),
    ),
  ];
}

const planScopes = ['org:developer_log_read', 'org:ai_metering_usage_read', 'org:discovery_read'];

function teamsOf(tenant: Tenant) {
  const { id, text } = namesOf(tenant);
  const member = (number: number, role: string) => ({ user: id(number), role });
  return [
    {
      id: id(100),
      name: text('Core'),
      organization: id(900),
      members: [member(11, 'admin'), member(12, 'editor'), member(13, 'viewer'), member(16, 'viewer')],
    },
    { id: id(101), name: text('Other'), organization: id(900), members: [member(11, 'admin')] },
  ];
}

function projectsOf(tenant: Tenant) {
  const { id, text } = namesOf(tenant);
  return [
    { id: id(200), name: text('App'), team: id(100), access: 'team' },
    {
      id: id(201),
      name: text('Closed'),
      team: id(100),
      access: 'invite_only',
      members: [{ user: id(11), role: 'admin' }],
    },
    { id: id(202), name: text('Folder'), team: id(100), parent: id(200) },
  ];
}

function appOf(tenant: Tenant, local: string) {
  const { id, key, text } = namesOf(tenant);
  const isOpen = tenant === open;
  return {
    client_id: key(local),
    client_secret: tenant === ours ? appSecret : key('app-secret'),
    name: text(local),
    organization: id(900),
    creator: id(12),
    redirect_urls: [callback],
    scopes: 'all',
    visibility: isOpen || local === 'draft' ? 'public' : 'private',
    website: 'https://app.example/',
    logo,
    support_contact: 'https://app.example/help',
    testing_instructions: { steps: text('Try it') },
    description: text('App'),
    state: local === 'draft' ? 'draft' : isOpen ? 'public' : 'private',
  };
}

function webhooksOf(tenant: Tenant) {
  const { id, key, text } = namesOf(tenant);
  const sent = { endpoint: `https://${key('x')}.invalid/hook`, passcode: key('passcode'), creator: id(11) };
  return [
    {
      id: id(401),
      event_type: 'FILE_COMMENT',
      context: 'file',
      context_id: key('main'),
      ...sent,
      description: text('Hook'),
      status: 'ACTIVE',
    },
    {
      id: id(402),
      event_type: 'FILE_UPDATE',
      context: 'team',
      context_id: id(100),
      ...sent,
      status: 'PAUSED',
    },
  ];
}

function filesOf(tenant: Tenant, link_access: string) {
  const { id, key, text } = namesOf(tenant);
  const source = marked(exampleFile, tenant);
  const file = (local: string, project: number, more: object = {}) => ({
    key: key(local),
    name: text(local),
    project: id(project),
    owner: id(11),
    link_access,
    editor_type: 'figma',
    source,
    ...more,
  });
  const comment = (number: number, message: string, more: object = {}) => ({
    id: id(number),
    user: id(12),
    message: text(message),
    ...more,
  });
  return [
    file('main', 200, {
      images: { [imageRef]: pixelPng.toString('base64') },
      variables: variablesNamed(tenant.words),
      versions: [{ id: id(5001), label: text('First'), user: id(11), source }],
      branches: [{ key: key('branch'), name: text('branch'), source }],
      comments: [
        comment(301, 'Root', { user: id(11), reactions: [{ user: id(11), emoji: ':heart:' }] }),
        comment(302, 'Reply', { parent: id(301) }),
      ],
    }),
    file('library', 200, { published: true, variables: variablesNamed(tenant.words) }),
    file('secret', 201),
    file('empty', 202, { source: undefined }),
  ];
}

/** A copy whose names, texts and keys carry the mark. */
function marked(value: unknown, tenant: Tenant, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => marked(item, tenant));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [member, marked(inner, tenant, member)]),
    );
  }
  if (typeof value !== 'string') return value;
  if (name === 'key') return component(tenant, Number(value.at(-1)) + (value.startsWith('s') ? 6 : 0));
  return name === 'name' || name === 'characters' ? namesOf(tenant).text(value) : value;
}
