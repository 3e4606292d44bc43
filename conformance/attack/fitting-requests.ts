import fc from 'fast-check';
import { PlannedThing } from './known-things.ts';
import { markSign } from './planned-things.ts';
import type { ValueSource } from './schema-values.ts';
import { password } from './tenants.ts';

type Values = fc.Arbitrary<Record<string, unknown>>;

/** Queries of which only some combinations are taken; undefined where the parameters say enough. */
export function fittingQuery(operation: string, values: ValueSource): Values | undefined {
  return values.choice === 'fitting' ? queries[operation]?.(values) : undefined;
}

/** The same for parameters of the path. */
export function fittingPath(operation: string, values: ValueSource): Values | undefined {
  return values.choice === 'fitting' ? paths[operation]?.(values) : undefined;
}

/** The same for bodies. */
export function fittingBody(operation: string, values: ValueSource): Values | undefined {
  return values.choice === 'fitting' ? bodies[operation]?.(values) : undefined;
}

type Made = Readonly<Record<string, (values: ValueSource) => Values>>;

/** A place of the tenant, as webhooks name them. */
const place = (values: ValueSource): fc.Arbitrary<{ context: string; context_id: PlannedThing }> =>
  fc.oneof(
    ...['team', 'project', 'file'].map((context) =>
      values.planned(context).map((context_id) => ({ context, context_id })),
    ),
  );

/** Tiles near the middle, of what everybody may see. */
const tile = {
  zoom: fc.integer({ min: -2, max: 1 }),
  column: fc.integer({ min: -1, max: 1 }),
  row: fc.integer({ min: -1, max: 1 }),
};
const page = fc.constantFrom('0:1', '0:2');
const openThing = (kind: string): fc.Arbitrary<unknown> => fc.constant(new PlannedThing(kind, 'open', 0));

const paths: Made = {
  getViewerFile: () => fc.record({ file_key: openThing('file') }),
  findViewerNodes: () => fc.record({ file_key: openThing('file') }),
  findViewerPeople: () => fc.record({ file_key: openThing('file') }),
  getViewerColors: () => fc.record({ file_key: openThing('file'), node_id: page }),
  getViewerEvents: () => fc.record({ file_key: openThing('file') }),
  getViewerGaps: () => fc.record({ file_key: openThing('file') }),
  getViewerNode: () => fc.record({ file_key: openThing('file'), node_id: page }),
  getViewerPrototype: () => fc.record({ file_key: openThing('file') }),
  listViewerChildren: () => fc.record({ file_key: openThing('file'), node_id: page }),
  listViewerClicks: () => fc.record({ file_key: openThing('file'), node_id: page }),
  getViewerSite: () => fc.record({ site_id: openThing('site') }),
  getViewerTile: (values) =>
    fc.record({ ...tile, file_key: openThing('file'), state: values.planned('state'), page_id: page }),
  getViewerSiteTile: (values) =>
    fc.record({ ...tile, site_id: openThing('site'), state: values.planned('siteState'), page_id: page }),
  reviewApp: () => fc.record({ client_id: fc.constant(new PlannedThing('app', 'ours', 1)) }),
};

const queries: Made = {
  postOAuthToken: () => fc.constant({}),
  postOAuthRefresh: () => fc.constant({}),
  getWebhooks: place,
  getPayments: (values) =>
    fc.oneof(
      fc.record({ plugin_id: values.planned('resource'), user_id: values.planned('user') }),
      fc.record({ plugin_payment_token: values.planned('paymentToken') }),
    ),
};

const events = ['FILE_UPDATE', 'FILE_VERSION_UPDATE', 'FILE_DELETE', 'LIBRARY_PUBLISH', 'FILE_COMMENT'];
const fixed = (value: unknown): fc.Arbitrary<unknown> => fc.constant(value);
const some = (...values: unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values);
const all = (members: Record<string, fc.Arbitrary<unknown>>): Values =>
  fc.record(members, { noNullPrototype: true });

/** What an app sends to the token endpoints. */
const tokenForm = (values: ValueSource): Values =>
  all({
    client_id: values.planned('app'),
    client_secret: fixed('zq-app-secret'),
    grant_type: fixed('refresh_token'),
    refresh_token: values.planned('refreshToken'),
  });

const color = { r: 0.5, g: 0, b: 1, a: 1 };

const bodies: Made = {
  postWebhook: (values) =>
    fc
      .tuple(place(values), all({ event_type: some(...events), status: some('ACTIVE', 'PAUSED') }))
      .map(([at, more]) => ({
        ...at,
        ...more,
        endpoint: 'https://receiver.invalid/',
        passcode: markSign,
        description: markSign,
      })),
  createUpstream: (values) =>
    all({
      name: fixed(`Upstream ${markSign}`),
      organization: values.planned('organization'),
      base_url: fixed('https://upstream.invalid'),
      token: fixed('zq-token'),
    }),
  createMirror: (values) =>
    all({
      upstream: values.planned('awayUpstream'),
      project: values.planned('project'),
      file_key: fc.nat(1_000_000).map((number) => `nothing${number}`),
    }),
  updateUpstream: () => all({ share: some(0.5, 1) }),
  updateMirror: () => all({ paused: some(true, false) }),
  pullFromUpstream: (values) => all({ project: values.planned('project'), file_key: values.planned('file') }),
  readFromUpstream: (values) => all({ file_key: values.planned('file'), operation: fixed('getFileMeta') }),
  createApp: (values) =>
    all({ name: fixed(`App ${markSign}`), organization: values.planned('organization') }),
  updateApp: () => all({ name: fixed(`App ${markSign}`), description: fixed(markSign) }),
  reviewApp: () =>
    all({ decision: some('approve', 'send_back'), words: fixed(markSign), revision: some(1, 2, 3) }),
  postDevResources: (values) =>
    all({
      file_key: values.planned('file'),
      node_id: values.planned('node'),
      name: fixed(markSign),
      url: fc.nat(999).map((number) => `https://code.example/${number}`),
    }).map((one) => ({ dev_resources: [one] })),
  previewVariables: () =>
    all({
      node: some('0:1', '1:2'),
      changes: fixed({
        variableCollections: [
          { action: 'CREATE', id: 'made', name: `Made ${markSign}`, initialModeId: 'mode' },
        ],
      }),
    }),
  postVariables: (values) =>
    all({
      id: values.planned('variable'),
      modeId: values.planned('mode'),
      value: some(color, 3, 'text'),
    }).map(({ id, modeId, value }) => ({
      variableCollections: [
        { action: 'CREATE', id: 'made', name: `Made ${markSign}`, initialModeId: 'mode' },
      ],
      variables: [
        { action: 'UPDATE', id, name: `Renamed ${markSign}` },
        {
          action: 'CREATE',
          id: 'one',
          name: `One ${markSign}`,
          variableCollectionId: 'made',
          resolvedType: 'FLOAT',
        },
      ],
      variableModeValues: [
        { variableId: 'one', modeId: 'mode', value: 4 },
        ...(typeof value === 'number' ? [] : [{ variableId: id, modeId, value }]),
      ],
    })),
  patchNodes: (values) =>
    all({ id: values.planned('node'), opacity: some(0.25, 0.5, 1), name: fixed(`Node ${markSign}`) }).map(
      ({ id, ...properties }) => ({ operations: [{ op: 'set', id, properties }] }),
    ),
  replayDeliveries: () => all({ failed_since: fixed('2026-01-01T00:00:00Z') }),
  applyWorkspace: (values) =>
    all({
      id: values.planned('team'),
      organization: values.planned('organization'),
      name: fixed('Team'),
    }).map((team) => ({
      teams: [team],
    })),
  createTestWorkspace: () => all({ organizations: fixed([{ id: '1', name: 'O' }]), users: fixed([]) }),
  // Of an operation that few call, so that the next calls of the others tell what they would.
  setFaults: () =>
    all({
      operation: fixed('getReceivedRequests'),
      times: fixed(1),
      status: fixed(429),
      delay: some('1ms'),
    }),
  linkIdentity: () => all({ password: fixed(password), next: fixed('/account') }),
  setClock: () => all({ advance: some('1ms', '10ms') }),
  postOAuthToken: tokenForm,
  postOAuthRefresh: tokenForm,
};
