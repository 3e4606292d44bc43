import { exampleFile, imageRef, pixelPng } from '../harness/example-file.ts';
import { variablesNamed } from './variables.ts';

/**
 * Two organizations that must not see each other, and one whose file, site and app are open to everybody. Every
 * text and every id of a tenant carries its marks, so that a stranger's answer with one of them gives it away.
 */
export interface Tenant {
  readonly name: 'ours' | 'theirs' | 'open';
  /** What its names and messages hold, and nothing else in the world does; no request to another tenant says it. */
  readonly words: string;
  /** What its keys begin with, and its ids. */
  readonly marks: readonly [key: string, digits: string];
}

export const ours: Tenant = { name: 'ours', words: 'zqawords', marks: ['zqamark', '733140001000'] };
export const theirs: Tenant = { name: 'theirs', words: 'zqbwords', marks: ['zqbmark', '733240001000'] };
/** Nothing of it is a secret, so it is looked for nowhere. */
export const open: Tenant = { name: 'open', words: 'zqcwords', marks: ['zqcmark', '733340001000'] };

export const password = 'nine loud herons here';
export const appSecret = 'zq-app-secret';
export const callback = 'https://app.example/callback';

const logo = `data:image/png;base64,${pixelPng.toString('base64')}`;

const digitsOf = (tenant: Tenant, number: number): string => `${tenant.marks[1]}${number}`;
const keyOf = (tenant: Tenant, local: string): string => `${tenant.marks[0]}-${local}`;
const worded = (tenant: Tenant, text: string): string => `${text} ${tenant.words}`;

/** Ids of a tenant's things by what they are; the first of each belong together. */
export function thingsOf(tenant: Tenant): Record<string, string[]> {
  const digits = (...numbers: number[]) => numbers.map((number) => digitsOf(tenant, number));
  const key = (...locals: string[]) => locals.map((local) => keyOf(tenant, local));
  return {
    organization: digits(900),
    user: digits(11, 12, 13, 15, 16),
    team: digits(100, 101),
    project: digits(200, 201, 202),
    file: key('main', 'library', 'secret', 'empty', 'branch'),
    version: digits(5001),
    comment: digits(301, 302),
    webhook: digits(401, 402),
    site: key('site'),
    app: key('app', 'draft'),
    resource: [601, 602, 603].map((number) => resourceOf(tenant, number)),
    devResource: digits(701),
    context: [key('main')[0] ?? '', digitsOf(tenant, 200), digitsOf(tenant, 100)],
    component: [component(tenant, 1), component(tenant, 2)],
    componentSet: [component(tenant, 3)],
    style: [component(tenant, 7), component(tenant, 8)],
    library: key('library', 'main', 'empty'),
    tokenValue: key('bob', 'plan-all'),
    redirectUri: [callback],
    email: ['alice', 'bob'].map((who) => emailOf(tenant, who)),
  };
}

/** Plugins and widgets are there for everybody, so their ids tell nothing. */
const resourceOf = (tenant: Tenant, number: number): string =>
  `900100${tenant.marks[1].slice(0, 4)}${number}`;

export const emailOf = (tenant: Tenant, who: string): string => `${who}@${tenant.marks[0]}.example`;
export const tokenOf = (tenant: Tenant, name: string): string => keyOf(tenant, name);

/** Keys of components and styles are the design's own. */
const component = (tenant: Tenant, number: number): string =>
  `${tenant.marks[0]}c00000000000000000000000000000000${number}`;

/** What a workspace file says of a tenant. `scopeSets` are those of the operations: a token lacks each of them. */
export function workspaceOf(
  tenant: Tenant,
  scopeSets: readonly (readonly string[])[],
  scopes: readonly string[],
) {
  const id = (number: number) => digitsOf(tenant, number);
  const key = (local: string) => keyOf(tenant, local);
  const person = (number: number, who: string, more: object = {}) => ({
    ...{ id: id(number), handle: worded(tenant, who), email: emailOf(tenant, who) },
    // Whoever knows the password of others is them.
    password: tenant === ours ? password : key('their password'),
    ...{ organization: id(900), role: 'member', seat: 'full' },
    tokens: [{ name: worded(tenant, who), token: key(who), scopes }],
    ...more,
  });
  const token = (name: string, more: object = {}) => ({ name: key(name), token: key(name), scopes, ...more });
  const lacking = scopeSets.map((set, index) =>
    token(`lacks-${index}`, { scopes: scopes.filter((scope) => !set.includes(scope)) }),
  );
  const member = (number: number, role: string) => ({ user: id(number), role });
  const isOpen = tenant === open;
  return {
    organizations: [{ id: id(900), name: worded(tenant, 'Studio'), plan: 'enterprise' }],
    users: [
      person(11, 'alice', {
        role: 'admin',
        tokens: [
          token('alice'),
          token('expired', { expires_in: 60 }),
          token('revoked'),
          token('spare'),
          token('spare-too'),
          token('app-token', { kind: 'oauth' }),
          token('plan-all', { kind: 'plan', scopes: ['org:activity_log_read', ...planScopes] }),
          ...lacking,
        ],
      }),
      person(12, 'bob'),
      person(13, 'carla'),
      person(15, 'erin'),
      person(16, 'gwen', { role: 'guest', seat: 'view' }),
    ],
    teams: [
      {
        ...{ id: id(100), name: worded(tenant, 'Core'), organization: id(900) },
        members: [member(11, 'admin'), member(12, 'editor'), member(13, 'viewer'), member(16, 'viewer')],
      },
      { id: id(101), name: worded(tenant, 'Other'), organization: id(900), members: [member(11, 'admin')] },
    ],
    projects: [
      { id: id(200), name: worded(tenant, 'App'), team: id(100), access: 'team' },
      {
        ...{ id: id(201), name: worded(tenant, 'Closed'), team: id(100), access: 'invite_only' },
        members: [member(11, 'admin')],
      },
      { id: id(202), name: worded(tenant, 'Folder'), team: id(100), parent: id(200) },
    ],
    files: filesOf(tenant, isOpen ? 'view' : 'inherit'),
    sites: [
      {
        ...{ id: key('site'), name: worded(tenant, 'Site'), url_path: `/site/${key('site')}` },
        ...{ file: key('main'), public: isOpen },
      },
    ],
    apps: ['app', 'draft'].map((local) => ({
      ...{
        client_id: key(local),
        client_secret: tenant === ours ? appSecret : key('app-secret'),
        name: worded(tenant, local),
      },
      ...{ organization: id(900), creator: id(12), redirect_urls: [callback], scopes: 'all' },
      ...{
        visibility: isOpen || local === 'draft' ? 'public' : 'private',
        website: 'https://app.example/',
        logo,
      },
      ...{ support_contact: 'https://app.example/help' },
      ...{ testing_instructions: { steps: worded(tenant, 'Try it') }, description: worded(tenant, 'App') },
      state: local === 'draft' ? 'draft' : isOpen ? 'public' : 'private',
    })),
    resources: ['PLUGIN', 'WIDGET', 'COMMUNITY_FILE'].map((type, index) => ({
      ...{ type, id: resourceOf(tenant, 601 + index), owner: id(11) },
      payments: [{ user: id(12), status: 'PAID' }],
    })),
    dev_resources: [
      {
        ...{ id: id(701), file: key('main'), node: '1:1' },
        name: worded(tenant, 'Code'),
        url: `https://${key('x')}.example/`,
      },
    ],
    subscriptions: [{ file: key('main'), library: key('library') }],
    ai_usage: [{ user: id(11), day: '2026-01-01', seat_credits_sum: 3 }],
    webhooks: [
      {
        ...{ id: id(401), event_type: 'FILE_COMMENT', context: 'file', context_id: key('main') },
        ...{ endpoint: `https://${key('x')}.invalid/hook`, passcode: key('passcode'), creator: id(11) },
        ...{ description: worded(tenant, 'Hook'), status: 'ACTIVE' },
      },
      {
        ...{ id: id(402), event_type: 'FILE_UPDATE', context: 'team', context_id: id(100) },
        ...{ endpoint: `https://${key('x')}.invalid/hook`, passcode: key('passcode'), creator: id(11) },
        status: 'PAUSED',
      },
    ],
  };
}

const planScopes = ['org:developer_log_read', 'org:ai_metering_usage_read', 'org:discovery_read'];

function filesOf(tenant: Tenant, link_access: string) {
  const id = (number: number) => digitsOf(tenant, number);
  const key = (local: string) => keyOf(tenant, local);
  const source = marked(exampleFile, tenant);
  const file = (local: string, project: number, more: object = {}) => ({
    ...{ key: key(local), name: worded(tenant, local), project: id(project), owner: id(11), link_access },
    ...{ editor_type: 'figma', source },
    ...more,
  });
  const comment = (number: number, message: string, more: object = {}) => ({
    ...{ id: id(number), user: id(12), message: worded(tenant, message), ...more },
  });
  return [
    file('main', 200, {
      images: { [imageRef]: pixelPng.toString('base64') },
      variables: variablesNamed(tenant.words),
      versions: [{ id: id(5001), label: worded(tenant, 'First'), user: id(11), source }],
      branches: [{ key: key('branch'), name: worded(tenant, 'branch'), source }],
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
  return name === 'name' || name === 'characters' ? worded(tenant, value) : value;
}
