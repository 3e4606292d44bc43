import type { Page } from 'playwright-core';

const at = '2026-01-02T03:04:05Z';
/** What people and tools may call things: as long as a name can be, markup, and from right to left. */
export const anyNames = ['W'.repeat(255), '<b>Not</b> & <script>bold</script>', 'שלום עולם'];
const nameOf = (place: number): string => anyNames[place] ?? `Thing ${place}`;

type Row = object;

/** A list of the console: where it stands, and what it is made of. */
export interface LongList {
  readonly page: string;
  /** The path of the operation that answers the list. */
  readonly of: string;
  /** The member of the answer that holds the rows; another shape is made by `answer`. */
  readonly member?: string;
  readonly row: (place: number) => Row;
  readonly answer?: (rows: readonly Row[]) => object;
  /** What else is asked on the page, by path, where what the server says of it would not do. */
  readonly besides?: Readonly<Record<string, object>>;
  /** Whether its page is for who administers the server. */
  readonly isOfServer?: boolean;
  /** Leads to the list on its page. */
  readonly open?: (page: Page) => Promise<unknown>;
  /** What the page says while there is nothing; left out where there always is something. */
  readonly none?: RegExp;
  /** How many the server answers at once, where those are not all. */
  readonly most?: number;
  /** What there is to press for more; left out where rows are drawn as one scrolls. */
  readonly more?: RegExp;
  /** Whether its rows, which other checks of accessibility do not meet, are held to that here. */
  readonly isLookedAt?: true;
  /** Where rows show no name of their own. */
  readonly shows?: string;
}

export interface LongListIds {
  readonly organization: string;
  readonly team: string;
  readonly file: string;
  readonly url: string;
}

type Lists = Readonly<Record<string, LongList>>;

const more = /Show \d+ more of [\d,]+/;
const user = (place: number) => ({ id: `u${place}`, handle: nameOf(place), img_url: '' });
const address = (place: number) => `${'m'.repeat(60)}${place}@example.com`;
const token = (place: number, scope: string) => ({
  id: `t${place}`,
  name: nameOf(place),
  scopes: [scope],
  ended: false,
  issued_by: 'u0',
  created_at: at,
  expires_at: at,
  last_used_at: null,
});
const app = (place: number, organization: string) => ({
  client_id: `a${place}`,
  name: nameOf(place),
  state: 'draft',
  review: 'none',
  logo_url: null,
  visibility: 'private',
  team_name: nameOf(0),
  organization_name: null,
  created_at: at,
  allowed_at: at,
  creator: 'u0',
  scopes: ['files:read'],
  projects_access: 'none',
  organization,
  revision: 1,
  redirect_urls: [],
  description: nameOf(1),
  creator_name: nameOf(2),
  submitted_at: at,
  live: null,
  review_words: null,
  website: null,
  support_contact: null,
  testing_instructions: null,
});

/** What is one's own. */
const ownLists = ({ organization }: LongListIds): Lists => ({
  'your tokens': {
    page: '/settings/security',
    of: '/workspace/v1/me/tokens',
    member: 'tokens',
    more,
    row: (place) => token(place, 'files:read'),
    none: /You have no tokens/,
  },
  'apps that you allowed': {
    page: '/settings',
    of: '/workspace/v1/me/apps',
    member: 'apps',
    more,
    row: (place) => app(place, organization),
    none: /You have allowed no app/,
  },
  'accounts of single sign-on': {
    page: '/settings',
    of: '/workspace/v1/me/identities',
    member: 'identities',
    more,
    row: (place) => ({
      id: `i${place}`,
      email: null,
      subject: nameOf(place),
      issuer: 'https://id.example',
      created_at: at,
      last_used_at: null,
    }),
  },
  apps: {
    page: '/developers/apps',
    of: '/workspace/v1/apps',
    member: 'apps',
    more,
    row: (place) => app(place, organization),
    none: /There are no apps yet/,
  },
  'your requests': {
    page: '/developers/requests',
    of: '/workspace/v1/me/requests',
    more,
    row: loggedCall,
    answer: (items) => ({ items, cursor: null }),
    none: /Nothing has been asked for with your tokens yet/,
  },
});

const loggedCall = (place: number) => ({
  uuid: `c${place}`,
  timestamp: at,
  action: { event_name: 'getFile' },
  context: { ip_address: null },
  resource: { name: nameOf(place) },
  actor: { token_name: 'A token', token_type: 'oauth_token', user_name: 'Somebody' },
});

const placeRows = ({ organization, team, url }: LongListIds) => ({
  oneTeam: (place: number) => ({
    id: `5${place}`,
    name: nameOf(place),
    organization,
    archived_at: null,
    members: [],
  }),
  project: (place: number) => ({
    id: `6${place}`,
    name: nameOf(place),
    team,
    access: 'team',
    parent: null,
    archived_at: null,
    members: [],
  }),
  file: (place: number) => ({
    key: `k${place}`,
    name: nameOf(place),
    editor_type: 'figma',
    last_modified: at,
    thumbnail_url: null,
    url: `${url}/design/k${place}/x`,
    project: '1',
    team: '1',
    project_name: nameOf(0),
    team_name: nameOf(2),
  }),
});

/** Where designs lie. */
const placeLists = (ids: LongListIds): Lists => {
  const { team, url } = ids;
  const { oneTeam, project, file } = placeRows(ids);
  return {
    teams: {
      page: '/files',
      of: '/workspace/v1/teams',
      member: 'teams',
      more,
      row: oneTeam,
      none: /(The organization has|You are in) no team yet/,
    },
    'recent files': {
      page: '/files',
      of: '/workspace/v1/recent-files',
      member: 'files',
      more,
      row: file,
      none: /There are no files that you can see/,
    },
    'projects of a team': {
      page: `/files/team/${team}/Core`,
      of: '/workspace/v1/projects',
      member: 'projects',
      more,
      row: project,
      none: /This team has no projects/,
    },
    'members of a team': {
      page: `/files/team/${team}/Core/members`,
      of: '/workspace/v1/teams',
      more,
      row: (place) => ({ user: `u${place}`, handle: nameOf(place), role: 'viewer' }),
      answer: (members) => ({ teams: [{ ...oneTeam(3), id: team, members }] }),
      none: /Nobody is in this team/,
    },
    'files of a project': {
      page: `/files/team/${team}/Core`,
      of: '/workspace/v1/files',
      member: 'files',
      more,
      row: file,
      none: /No files yet/,
    },
    'what is found': {
      page: '/search?q=zero',
      of: '/workspace/v1/search',
      most: 30,
      more: /Show more/,
      row: (place) => ({
        type: 'FRAME',
        name: nameOf(place),
        file_key: 'k',
        file_name: nameOf(1),
        node_id: `1:${place}`,
        path: [nameOf(2)],
        snippet: '',
        thumbnail_url: '',
        url: `${url}/design/k/x`,
      }),
      answer: (hits) => ({ hits, next_cursor: hits.length === 30 ? 'more' : undefined }),
      none: /Nothing|No /,
    },
  };
};

/** What is put away. */
const archivedLists = (ids: LongListIds): Lists => {
  const { oneTeam, project, file } = placeRows(ids);
  const archived = { page: '/files/archived', more };
  return {
    'archived teams': {
      ...archived,
      of: '/workspace/v1/teams',
      member: 'teams',
      none: /Nothing is archived/,
      row: (place) => ({ ...oneTeam(place), archived_at: at }),
    },
    'archived projects': {
      ...archived,
      of: '/workspace/v1/projects',
      member: 'projects',
      none: /Nothing is archived/,
      row: (place) => ({ ...project(place), archived_at: at }),
    },
    'archived files': {
      ...archived,
      of: '/workspace/v1/recent-files',
      member: 'files',
      none: /Nothing is archived/,
      row: file,
    },
  };
};

/** What an organization has. */
const organizationLists = ({ organization }: LongListIds): Lists => {
  const settings = '/settings/organization';
  const own = `/workspace/v1/organizations/${organization}`;
  return {
    people: {
      page: `${settings}/people`,
      of: `${own}/users`,
      member: 'users',
      row: person,
      more,
    },
    invitations: {
      page: `${settings}/people`,
      of: `${own}/invitations`,
      member: 'invitations',
      more,
      row: (place) => ({
        id: `i${place}`,
        email: address(place),
        handle: nameOf(place),
        role: 'member',
        seat: 'full',
        delivery: 'shown',
        created_at: at,
        sent_at: at,
        expires_at: at,
      }),
      shows: '@example.com',
    },
    'teams of the organization': {
      page: `${settings}/teams`,
      of: '/workspace/v1/teams',
      member: 'teams',
      more,
      row: (place) => ({
        id: `5${place}`,
        name: nameOf(place),
        organization,
        archived_at: null,
        members: [{ user: '1', handle: nameOf(place), role: 'admin' }],
      }),
    },
    'plan tokens': {
      page: `${settings}/tokens`,
      of: `${own}/tokens`,
      member: 'tokens',
      more,
      row: (place) => token(place, 'org:activity_log_read'),
      none: /The organization has no tokens/,
    },
    'apps of the organization': {
      page: `${settings}/apps`,
      of: '/workspace/v1/apps',
      member: 'apps',
      more,
      row: (place) => app(place, organization),
      none: /Nobody has made an app for the organization yet/,
      isLookedAt: true,
    },
    activity: {
      page: `${settings}/activity`,
      of: '/v1/activity_logs',
      more,
      none: /Nothing was changed yet/,
      row: (place) => ({
        id: `a${place}`,
        timestamp: 1_700_000_000,
        action: { type: 'team_create' },
        actor: { name: nameOf(place) },
        entity: { name: 'Core' },
        context: { ip_address: '::1' },
      }),
      answer: (rows) => ({ meta: { activity_logs: rows, next_page: false } }),
    },
    'the developer log': {
      page: `${settings}/requests`,
      of: '/v1/developer_logs',
      more,
      row: loggedCall,
      answer: (items) => ({ meta: { items, cursor: null } }),
      none: /No such call was made/,
    },
  };
};

/** What texts are drawn in. */
const fontLists = (): Lists => {
  const page = '/settings/organization/fonts';
  return {
    fonts: {
      page,
      of: '/workspace/v1/fonts',
      member: 'fonts',
      more,
      row: (place) => ({
        id: `f${place}`,
        family: nameOf(place),
        faces: [{ style: nameOf(1) }],
        origin: 'added',
        size_bytes: 1,
        has_licence: true,
      }),
    },
    'missing fonts': {
      page,
      of: '/workspace/v1/fonts/missing',
      member: 'missing',
      more,
      row: (place) => ({ family: nameOf(place), styles: [nameOf(1)], texts: 1 }),
      none: /No font is missing/,
      isLookedAt: true,
    },
  };
};

const person = (place: number) => ({
  id: `u${place}`,
  handle: nameOf(place),
  email: address(place),
  role: 'member',
  seat: 'full',
  last_seen_at: null,
  projects_access: 'none',
  img_url: '',
});

/** What comes from other servers, and goes to them. */
const otherServerLists = ({ team }: LongListIds): Lists => {
  const mirror = (place: number) => ({
    id: `m${place}`,
    upstream: 'u1',
    project: '1',
    kind: 'team',
    team_id: nameOf(place),
    state: 'current',
    files: [],
    counts: { current: 1 },
    budgets: [],
    versions: 0,
    branches: false,
    webhooks: false,
    created_at: at,
    incomplete: 0,
    settled: true,
    held_by_others: [],
  });
  const mirrors = { page: '/settings/organization/mirrors', more };
  const hook = {
    '/v2/webhooks/7': { id: '7', event_type: 'FILE_UPDATE', endpoint: nameOf(1), status: 'ACTIVE' },
    '/workspace/v1/webhooks/7': { paused_because: null },
  };
  return {
    mirrors: {
      ...mirrors,
      of: '/workspace/v1/mirrors',
      member: 'mirrors',
      row: mirror,
      none: /Nothing is mirrored yet/,
    },
    upstreams: {
      ...mirrors,
      of: '/workspace/v1/upstreams',
      member: 'upstreams',
      row: (place) => ({
        id: `s${place}`,
        name: nameOf(place),
        base_url: 'https://up.example',
        share: 1,
        plan: null,
        keeps_keys: true,
        expires_at: null,
        refreshes: false,
      }),
      none: /There is no server yet to read designs from/,
    },
    'files of a mirror': {
      page: `${mirrors.page}/m1`,
      of: '/workspace/v1/mirrors/m1',
      most: 1000,
      more,
      row: (place) => ({
        key: `k${place}`,
        name: nameOf(place),
        state: 'current',
        checked_at: null,
        version: '1',
      }),
      answer: (files) => ({ ...mirror(1), files }),
      none: /Nothing is listed there/,
    },
    webhooks: {
      page: '/developers/webhooks',
      of: '/v2/webhooks',
      member: 'webhooks',
      more,
      row: (place) => ({
        id: `${place}`,
        event_type: 'FILE_UPDATE',
        endpoint: 'https://to.example',
        status: 'ACTIVE',
        description: nameOf(place),
        context: 'team',
        context_id: team,
      }),
      none: /This team has no webhooks yet/,
    },
    'deliveries of a webhook': {
      page: '/developers/webhooks/7',
      of: '/workspace/v1/webhooks/7/deliveries',
      member: 'deliveries',
      besides: { ...hook, '/v2/webhooks/7/requests': { requests: [] } },
      most: 100,
      more: /Show older/,
      row: (place) => ({
        id: `d${place}`,
        event_type: 'FILE_UPDATE',
        state: 'failed',
        attempts: 1,
        created_at: at,
        next_attempt_at: null,
        finished_at: at,
        last_status: 500,
        last_error: nameOf(place),
      }),
      none: /Nothing was sent yet/,
    },
    'attempts of a webhook': {
      page: '/developers/webhooks/7',
      of: '/v2/webhooks/7/requests',
      member: 'requests',
      more,
      besides: { ...hook, '/workspace/v1/webhooks/7/deliveries': { deliveries: [] } },
      row: (place) => ({
        request_info: { sent_at: `${place}`, payload: { file_name: nameOf(place) } },
        response_info: null,
        error_msg: nameOf(place),
      }),
    },
  };
};

/** What who administers the server sees of it. */
const serverLists = (): Lists => {
  const organizations = '/workspace/v1/organizations';
  const organization = (place: number) => ({
    id: `9${place}`,
    name: nameOf(place),
    plan: 'starter',
    people: 3,
    teams: 4,
  });
  const state = {
    version: '1',
    ready: true,
    database: 'sqlite',
    test_mode: false,
    processes: [],
    chores: [],
    renders_waiting: 0,
    deliveries_waiting: 0,
    counts: { organizations: 1, people: 1, teams: 1, projects: 1, files: 1, versions: 1, webhooks: 1 },
    storage: {
      free_bytes: 1,
      disk_bytes: 1,
      database_bytes: 1,
      bucket_bytes: 0,
      image_fills_bytes: 1,
      fonts_bytes: 1,
    },
  };
  return {
    organizations: {
      page: '/server/organizations',
      of: organizations,
      member: 'organizations',
      isOfServer: true,
      more,
      row: organization,
    },
    'people of any organization': {
      page: '/server/organizations/91',
      of: `${organizations}/91/users`,
      member: 'users',
      more,
      besides: { [organizations]: { organizations: [organization(1)] } },
      isOfServer: true,
      row: person,
      none: /Nobody belongs to it yet/,
    },
    'webhooks that fail': {
      page: '/server',
      of: '/workspace/v1/installation',
      isOfServer: true,
      more,
      row: (place) => ({
        id: `${place}`,
        endpoint: 'https://to.example',
        team_name: nameOf(place),
        failed: 1,
        failed_at: at,
      }),
      answer: (rows) => ({ ...state, failing_webhooks: rows }),
      none: /All webhooks accept what they are sent/,
    },
    reviews: {
      page: '/reviews',
      of: '/workspace/v1/apps',
      member: 'apps',
      isOfServer: true,
      most: 20,
      row: (place) => app(place, '1'),
      none: /No app waits for a review/,
    },
    'received requests': {
      page: '/developers/test-mode',
      of: '/test/v1/requests',
      member: 'requests',
      isOfServer: true,
      more,
      besides: { '/test/v1/clock': { now: at } },
      row: (place) => ({ method: 'GET', path: nameOf(place), operation: null, status: 404, at }),
      shows: 'Thing',
      none: /Nothing was received yet/,
    },
  };
};

const nothingChanged = { created: [], modified: [], deleted: [] };

/** What is shown of a file beside its page. */
const fileLists = ({ file }: LongListIds): Lists => {
  const own = `/workspace/v1/files/${file}`;
  const library = { page: `/files/library/${file}`, of: `${own}/library` };
  const standing = {
    changes: { components: nothingChanged, styles: nothingChanged, variables: nothingChanged },
    published: { at, by: nameOf(0), description: nameOf(2) },
    libraries: [],
  };
  const usages = `/v1/analytics/libraries/${file}/component/usages`;
  return {
    'components of a library': {
      page: library.page,
      of: `/v1/files/${file}/components`,
      more,
      none: /None are published/,
      besides: { [library.of]: standing, [usages]: { rows: [], next_page: false } },
      row: (place) => ({ key: `k${place}`, name: nameOf(place), description: nameOf(2), node_id: '1:2' }),
      answer: (components) => ({ meta: { components } }),
    },
    'files that use a library': {
      page: library.page,
      of: usages,
      more,
      besides: { [library.of]: standing },
      row: (place) => ({ file_name: nameOf(place), team_name: nameOf(2), usages: place }),
      answer: (rows) => ({ rows, next_page: false }),
      none: /No file uses components of this library yet/,
    },
    'what is not published': {
      ...library,
      none: /Everything is published as it is/,
      more: /and [\d,]+ more/,
      row: (place) => ({ key: `k${place}`, name: nameOf(place) }),
      answer: (created) => ({
        ...standing,
        changes: { ...standing.changes, components: { ...nothingChanged, created } },
      }),
    },
    'libraries that a file uses': {
      ...library,
      none: /It uses none/,
      more,
      row: (place) => ({ key: `k${place}`, name: nameOf(place) }),
      answer: (libraries) => ({ ...standing, libraries }),
    },
    'collections of variables': {
      page: `/files/variables/${file}`,
      of: `/v1/files/${file}/variables/local`,
      more,
      row: (place) => ({
        id: `VariableCollectionId:${place}:1`,
        key: `c${place}`,
        name: nameOf(place),
        variableIds: [],
        modes: [{ modeId: `${place}:0`, name: 'Mode' }],
        defaultModeId: `${place}:0`,
        remote: false,
        hiddenFromPublishing: false,
      }),
      answer: (rows) => ({ meta: { variables: {}, variableCollections: byId(rows) } }),
    },
  };
};

/** What is another between two versions. */
const compareLists = ({ file }: LongListIds): Lists => {
  const own = `/workspace/v1/files/${file}`;
  const compare = { page: `/files/compare/${file}?from=1` };
  return {
    'frames that changed': {
      ...compare,
      of: `${own}/diff/frames`,
      member: 'frames',
      most: 50,
      none: /No frame looks different/,
      row: (place) => ({ id: `1:${place}`, kind: 'changed', name: nameOf(place), path: [nameOf(2)] }),
    },
    'nodes that changed': {
      ...compare,
      of: `${own}/diff`,
      most: 100,
      none: /Both are the same/,
      more: /Show more/,
      row: (place) => ({
        id: `1:${place}`,
        kind: 'added',
        type: 'FRAME',
        name: nameOf(place),
        path: [nameOf(1)],
        properties: [],
      }),
      answer: (changes) => ({
        changes,
        summary: { added: changes.length, removed: 0, moved: 0, changed: 0 },
        ...(changes.length === 100 ? { next_cursor: 'more' } : {}),
      }),
    },
  };
};

const byId = (rows: readonly Row[]): object =>
  Object.fromEntries(rows.map((row) => [(row as { id: string }).id, row]));

/** The panels of the page of a file, and what it shares. */
const filePageLists = ({ file }: LongListIds): Lists => {
  const page = `/design/${file}/Start-page`;
  const share = (of: string) => (shown: Page) =>
    shown
      .getByRole('button', { name: 'Share', exact: true })
      .click()
      .then(() => shown.getByRole('heading', { name: of }).waitFor());
  const comment = (place: number) => ({
    id: `${place + 1}`,
    file_key: file,
    parent_id: undefined,
    user: user(place),
    created_at: at,
    message: nameOf(place),
    resolved_at: null,
    order_id: `${place + 1}`,
    reactions: [],
    client_meta: { x: place, y: place },
  });
  const comments = { of: `/v1/files/${file}/comments`, member: 'comments' };
  return {
    'comments of a file': {
      ...comments,
      page: `${page}?panel=comments`,
      none: /No open threads/,
      more,
      row: comment,
    },
    'replies of a thread': {
      ...comments,
      page: `${page}?panel=comments&thread=1`,
      more: /Show \d+ earlier of [\d,]+/,
      row: (place) => ({ ...comment(place), parent_id: place === 0 ? undefined : '1' }),
      shows: 'Thing',
    },
    'links for developers': {
      page: `${page}?node-id=1-2`,
      of: `/v1/files/${file}/dev_resources`,
      member: 'dev_resources',
      more,
      row: (place) => ({ id: `r${place}`, name: nameOf(place), url: 'https://code.example', node_id: '1:2' }),
    },
    'people of a file': {
      page,
      of: `/workspace/v1/files/${file}/people`,
      open: share('People'),
      most: 20,
      row: (place) => ({ ...user(place), role: 'viewer', reasons: [{ by: 'team', role: 'viewer' }] }),
      answer: (people) => ({ people, may_invite: false, next_cursor: 'more' }),
      more: /Show more people/,
    },
    'sites of a file': {
      page,
      of: '/workspace/v1/sites',
      open: share('Sites'),
      most: 500,
      more: /Show more sites/,
      row: (place) => ({
        id: `s${place}`,
        name: nameOf(place),
        file,
        public: true,
        url: 'https://v.example/s',
      }),
      answer: (sites) => ({ sites, next_cursor: 'more' }),
    },
  };
};

/** Every list of the console that may be long. */
export const longListsOf = (ids: LongListIds): Lists => ({
  ...ownLists(ids),
  ...placeLists(ids),
  ...archivedLists(ids),
  ...organizationLists(ids),
  ...fontLists(),
  ...otherServerLists(ids),
  ...serverLists(),
  ...fileLists(ids),
  ...compareLists(ids),
  ...filePageLists(ids),
});
