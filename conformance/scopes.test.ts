import { beforeAll, expect, it } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import type { Answer } from './harness/client.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { smallFile } from './harness/example-file.ts';
import { createWorld, type World } from './harness/world.ts';

/** Scopes that a token may be given, and the older name of one. */
const scopes = [
  'current_user:read',
  'file_comments:read',
  'file_comments:write',
  'file_content:read',
  'file_dev_resources:read',
  'file_dev_resources:write',
  'file_metadata:read',
  'file_variables:read',
  'file_variables:write',
  'file_versions:read',
  'files:read',
  'file_read',
  'folder_metadata:read',
  'folders:read',
  'library_analytics:read',
  'library_assets:read',
  'library_content:read',
  'org:activity_log_read',
  'org:ai_metering_usage_read',
  'org:developer_log_read',
  'org:discovery_read',
  'project_metadata:read',
  'projects:read',
  'team_library_content:read',
  'webhooks:read',
  'webhooks:write',
  'workspace:read',
  'workspace:write',
] as const;
const legacy: readonly string[] = ['files:read', 'file_read'];
const kinds = ['oauth', 'personal', 'plan'] as const;

interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly scopes: readonly string[];
  readonly kind: (typeof kinds)[number];
}

/** What the operations need beside their path to answer with 200. */
const queries: Readonly<Record<string, string>> = {
  getFileNodes: '?ids=1:1',
  getImages: '?ids=1:1',
  getWebhooks: '?context=team&context_id=100',
  getPayments: '?user_id=11&plugin_id=1',
  getOEmbed: '?url=https%3A%2F%2Fexample.com',
};

interface Description {
  readonly paths: Record<string, Record<string, DescribedOperation>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly 'x-tier'?: number;
  readonly 'x-scopes': readonly string[];
  readonly 'x-token-kinds': readonly string[];
}

/** The operations of the interface, those that have a tier, each with the first kind of token that it takes. */
function operationsOf({ paths }: Description): Operation[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return all
    .filter(({ operation }) => operation['x-tier'] !== undefined)
    .map(({ path, method, operation }) => ({
      path,
      method,
      operationId: operation.operationId,
      scopes: operation['x-scopes'],
      kind: kinds.find((kind) => operation['x-token-kinds'].includes(kind)) ?? 'personal',
    }));
}

/** Plan access tokens are not given the scopes of our own operations: there is none to ask with. */
const mayHave = (kind: Operation['kind'], scope: string): boolean =>
  kind !== 'plan' || !scope.startsWith('workspace:');

const scopesOf = (kind: Operation['kind']) => scopes.filter((scope) => mayHave(kind, scope));

const tokenName = (kind: string, scope: string): string => `${kind} ${scope}`.replaceAll(/[ :]/g, '-');

const isRefusedForScope = ({ status, text }: Answer): boolean =>
  [401, 403].includes(status) && JSON.parse(text).err.startsWith('Invalid scope');

onEachEngine('Scopes', (engine) => {
  let world: World;
  let operations: Operation[];
  /** Operation, a space, scope → what a token of that scope alone is answered. */
  const answers = new Map<string, Answer>();

  function call(operation: Operation, token: string): Promise<Answer> {
    const { operationId, method, path, kind } = operation;
    const target = path
      .replace('{file_key}', world.id('main'))
      .replace('{team_id}', world.id('100'))
      .replace(/\{(project|folder)_id\}/, world.id('200'))
      .replaceAll(/\{\w+\}/g, '0');
    const query = (queries[operationId] ?? '').replace('100', world.id('100'));
    const headers = kind === 'oauth' ? { authorization: `Bearer ${token}` } : { 'x-service-token': token };
    return world.call(method.toUpperCase(), target + query, { as: null, headers });
  }

  /** The operations that a token of this scope alone gets through to, but for those that need none. */
  function openedBy(scope: string): string[] {
    return operations
      .filter(({ kind, scopes: needed }) => needed.length > 0 && mayHave(kind, scope))
      .map(({ operationId }) => operationId)
      .filter((id) => !isRefusedForScope(answers.get(`${id} ${scope}`) as Answer));
  }

  const statusesOf = (scope: string, ids: readonly string[]): (number | undefined)[] =>
    ids.map((id) => answers.get(`${id} ${scope}`)?.status);

  beforeAll(async () => {
    const tokens = kinds.flatMap((kind) =>
      scopesOf(kind).map((scope) => {
        const token = tokenName(kind, scope);
        return { name: token, token, scopes: [scope], kind };
      }),
    );
    const files = [fileOf('main', smallFile('One'))];
    world = await createWorld(engine, cast({ files, tokens: { alice: tokens } }));
    operations = operationsOf((await world.get('/openapi.json', null)).json);
    for (const operation of operations) {
      await Promise.all(
        scopesOf(operation.kind).map(async (scope) => {
          const answer = await call(operation, world.token(tokenName(operation.kind, scope)));
          answers.set(`${operation.operationId} ${scope}`, answer);
        }),
      );
    }
  });

  it('[SCOPE-01] each scope opens the operations that name it, and no other', () => {
    expect(operations.length).toBeGreaterThanOrEqual(54);
    for (const scope of scopes) {
      const naming = operations.filter((operation) => operation.scopes.includes(scope));
      expect([scope, openedBy(scope)]).toEqual([scope, naming.map(({ operationId }) => operationId)]);
    }
  });

  it('[SCOPE-01] tokens of the interface do not reach our own operations', async () => {
    const { paths } = (await world.get('/openapi.json', null)).json;
    const own = Object.keys(paths).filter(
      (path) => path.startsWith('/workspace/') || path.startsWith('/test/'),
    );
    expect(own.length).toBeGreaterThan(30);
    for (const path of own) {
      for (const [method, operation] of Object.entries<{ 'x-open'?: boolean }>(paths[path])) {
        if (operation['x-open'] === true) continue;
        const answer = await world.call(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '0'));
        expectError(answer, 403, /^Invalid scope/);
      }
    }
  });

  it('[SCOPE-02] an app that lacks the scope of an endpoint is refused', async () => {
    const commentsOnly = world.token(tokenName('oauth', 'file_comments:read'));
    const headers = { authorization: `Bearer ${commentsOnly}` };
    const file = `/v1/files/${world.id('main')}`;
    expectError(await world.call('GET', file, { as: null, headers }), 403, /file_content:read/);
    expect((await world.call('GET', `${file}/comments`, { as: null, headers })).status).toBe(200);
  });

  it('[SCOPE-03] payments need no scope, and answer the same whatever a token holds', () => {
    const payments = operations.filter((operation) => operation.scopes.length === 0);
    expect(payments.map(({ operationId }) => operationId)).toEqual(['getPayments']);
    const bodies = scopes.map((scope) => answers.get(`getPayments ${scope}`)?.text);
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).not.toContain('scope');
  });

  it('[SCOPE-05] file_content:read opens file, nodes, images and image fills', () => {
    const opened = ['getFile', 'getFileNodes', 'getImages', 'getImageFills'];
    expect(openedBy('file_content:read')).toEqual(opened);
    expect(statusesOf('file_content:read', opened)).toEqual([200, 200, 200, 200]);
  });

  it('[SCOPE-06] file_metadata:read opens file metadata and oEmbed', () => {
    expect(openedBy('file_metadata:read')).toEqual(['getFileMeta', 'getOEmbed']);
    expect(statusesOf('file_metadata:read', ['getFileMeta'])).toEqual([200]);
  });

  it('[SCOPE-07, SCOPE-08] comments and variables have a scope to read and one to write', () => {
    expect(openedBy('file_comments:read')).toEqual(['getComments', 'getCommentReactions']);
    expect(openedBy('file_comments:write')).toEqual([
      'postComment',
      'deleteComment',
      'postCommentReaction',
      'deleteCommentReaction',
    ]);
    expect(openedBy('file_variables:read')).toEqual(['getLocalVariables', 'getPublishedVariables']);
    expect(openedBy('file_variables:write')).toEqual(['postVariables']);
  });

  it('[SCOPE-09, SCOPE-10] dev resources and the current user have scopes that tokens and apps are given', async () => {
    const chosen = ['file_dev_resources:read', 'file_dev_resources:write', 'current_user:read'];
    for (const scope of chosen) {
      const body = { name: scope, scopes: [scope] };
      const made = await world.call('POST', '/workspace/v1/me/tokens', { as: 'alice-push', body });
      expect([made.status, made.json.scopes]).toEqual([200, [scope]]);
    }
    const body = { name: 'Links', organization: world.id('900'), scopes: chosen };
    const app = await world.call('POST', '/workspace/v1/apps', { as: 'alice-push', body });
    expect([app.status, app.json.scopes]).toEqual([200, chosen]);
    expect(openedBy('file_dev_resources:read')).toEqual(['getDevResources']);
    expect(openedBy('current_user:read')).toEqual(['getMe']);
    expect(statusesOf('current_user:read', ['getMe'])).toEqual([200]);
  });

  it('[SCOPE-11] projects:read opens both lists of projects', () => {
    const opened = ['getTeamProjects', 'getProjectFiles'];
    expect(openedBy('projects:read')).toEqual(opened);
    expect(statusesOf('projects:read', opened)).toEqual([200, 200]);
  });

  it('[SCOPE-12] webhooks:read opens the four reads, webhooks:write the three writes', () => {
    expect(openedBy('webhooks:read')).toEqual([
      'getWebhooks',
      'getWebhook',
      'getTeamWebhooks',
      'getWebhookRequests',
    ]);
    expect(statusesOf('webhooks:read', ['getWebhooks', 'getTeamWebhooks'])).toEqual([200, 200]);
    expect(openedBy('webhooks:write')).toEqual(['postWebhook', 'putWebhook', 'deleteWebhook']);
  });

  it('[SCOPE-13] org:activity_log_read opens the activity logs', () => {
    expect(openedBy('org:activity_log_read')).toEqual(['getActivityLogs']);
    expect(statusesOf('org:activity_log_read', ['getActivityLogs'])).toEqual([200]);
  });

  it('[SCOPE-14, VER-10] files:read still reads, is documented as deprecated, and opens nothing that no other scope opens', async () => {
    const opened = openedBy('files:read');
    expect(opened).toHaveLength(23);
    const reads = ['getFile', 'getFileMeta', 'getFileVersions', 'getComments', 'getMe', 'getTeamProjects'];
    expect(statusesOf('files:read', reads)).toEqual(reads.map(() => 200));
    for (const { scopes: named } of operations.filter(({ operationId }) => opened.includes(operationId))) {
      expect(legacy).not.toContain(named[0]);
    }
    const { securitySchemes } = (await world.get('/openapi.json', null)).json.components;
    expect(securitySchemes.OAuth2.flows.authorizationCode.scopes['files:read']).toMatch(/\(deprecated\)$/);
  });

  it('[SCOPE-15] tokens with file_read, as apps once asked for it, still read', () => {
    expect(openedBy('file_read')).toEqual(openedBy('files:read'));
    expect(statusesOf('file_read', ['getFile', 'getComments'])).toEqual([200, 200]);
  });
});
