import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { mergeContract } from './merge.ts';
import { operationsOf, type Reference, type ResponseObject } from './open-api.ts';
import { contractOf } from './operation-table.ts';
import { readContract, readSources } from './sources.ts';

const document = readContract();
const operations = new Map(operationsOf(document).map((placed) => [placed.operation.operationId, placed]));
const contract = (id: string) => contractOf(document, operations.get(id)!);

/** The operations that the specification describes in full, with their paths. */
const specified = {
  getFile: 'get /v1/files/{file_key}',
  getFileNodes: 'get /v1/files/{file_key}/nodes',
  getImages: 'get /v1/images/{file_key}',
  getImageFills: 'get /v1/files/{file_key}/images',
  getFileMeta: 'get /v1/files/{file_key}/meta',
  getComments: 'get /v1/files/{file_key}/comments',
  postComment: 'post /v1/files/{file_key}/comments',
  deleteComment: 'delete /v1/files/{file_key}/comments/{comment_id}',
  getCommentReactions: 'get /v1/files/{file_key}/comments/{comment_id}/reactions',
  postCommentReaction: 'post /v1/files/{file_key}/comments/{comment_id}/reactions',
  deleteCommentReaction: 'delete /v1/files/{file_key}/comments/{comment_id}/reactions',
  getActivityLogs: 'get /v1/activity_logs',
  getOEmbed: 'get /v1/oembed',
  getPayments: 'get /v1/payments',
  getTeamProjects: 'get /v1/teams/{team_id}/projects',
  getProjectFiles: 'get /v1/projects/{project_id}/files',
  getLocalVariables: 'get /v1/files/{file_key}/variables/local',
  getPublishedVariables: 'get /v1/files/{file_key}/variables/published',
  postVariables: 'post /v1/files/{file_key}/variables',
  postWebhook: 'post /v2/webhooks',
  getWebhook: 'get /v2/webhooks/{webhook_id}',
  getWebhooks: 'get /v2/webhooks',
  putWebhook: 'put /v2/webhooks/{webhook_id}',
  deleteWebhook: 'delete /v2/webhooks/{webhook_id}',
  getTeamWebhooks: 'get /v2/teams/{team_id}/webhooks',
  getWebhookRequests: 'get /v2/webhooks/{webhook_id}/requests',
};

describe('the published description', () => {
  test('[VER-12] is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  test('[VER-12] lists the 26 operations of the specification at their paths', () => {
    const listed = Object.keys(specified).map((id) => {
      const placed = operations.get(id);
      return [id, placed && `${placed.method} ${placed.path}`];
    });
    expect(Object.keys(specified)).toHaveLength(26);
    expect(Object.fromEntries(listed)).toEqual(specified);
  });

  test('says of what is read of a file that it may tell how fresh the file is', () => {
    const hasHeader = (id: string): boolean => {
      const answer = operations.get(id)?.operation.responses['200'] as ResponseObject & Partial<Reference>;
      const name = answer?.$ref?.split('/').at(-1);
      const response = name === undefined ? answer : document.components.responses[name];
      return 'X-Vitrine-Mirror' in (response?.headers ?? {});
    };
    const having = [...operations.values()].filter(({ operation }) => hasHeader(operation.operationId));
    expect(having.map(({ operation }) => operation.operationId)).toEqual(
      expect.arrayContaining([
        ...['getFile', 'getFileNodes', 'getComments', 'getViewerFile', 'getMirroredFile'],
        ...['getComponent', 'getComponentSet', 'getStyle', 'getOEmbed'],
      ]),
    );
    expect(hasHeader('listFiles')).toBe(false);
  });

  test('says that pages refuse with pages, and all other operations with the error body', () => {
    const answer = (id: string, status: string) => operations.get(id)?.operation.responses[status];
    expect(answer('postSignIn', '429')).toEqual({ $ref: '#/components/responses/Page' });
    expect(answer('postSignIn', 'default')).toEqual({ $ref: '#/components/responses/PageOther' });
    expect(answer('postOAuthToken', '429')).toEqual({ $ref: '#/components/responses/Error429' });
    expect(answer('listFiles', '429')).toEqual({ $ref: '#/components/responses/Error429' });
  });

  test('describes the answer where the provider of single sign-on does not respond', () => {
    const answer = (id: string) => operations.get(id)?.operation.responses['502'];
    expect(answer('linkIdentity')).toEqual({ $ref: '#/components/responses/Error502' });
    expect(answer('getSingleSignOn')).toEqual({ $ref: '#/components/responses/Page' });
  });

  test('lists every operation of the packaged document and every one of ours once', () => {
    const { packaged, own } = readSources();
    const ids = [...operationsOf(packaged), ...operationsOf({ ...own, openapi: '' })].map(
      ({ operation }) => operation.operationId,
    );
    expect(operationsOf(packaged)).toHaveLength(54);
    expect([...operations.keys()]).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('refers only to schemas that exist', () => {
    const schemas = document.components as unknown as Record<string, Record<string, unknown>>;
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g);
    const lost = [...references].filter(([, kind, name]) => schemas[kind!]?.[name!] === undefined);
    expect(lost.map(([text]) => text)).toEqual([]);
  });

  test('says which operations a session opens, and what writing ones must carry besides', () => {
    const tokens = document.paths['/workspace/v1/me/tokens'];
    expect(tokens?.get?.security).toContainEqual({ Session: [] });
    expect(tokens?.post?.security).toContainEqual({ Session: [], SessionWrite: [] });
    expect(document.paths['/v1/files/{file_key}']?.get?.security).toContainEqual({
      Session: [],
      SessionWrite: [],
    });
    expect(JSON.stringify(document.paths['/v1/me'])).not.toContain('Session');
  });

  test('asks for no scope that its security schemes do not name', () => {
    const { flows } = document.components.securitySchemes.OAuth2 as {
      flows: { authorizationCode: { scopes: Record<string, string> } };
    };
    const named = Object.keys(flows.authorizationCode.scopes);
    const asked = [...operations.values()].flatMap(({ operation }) => operation['x-scopes'] ?? []);
    expect(asked.filter((scope) => !named.includes(scope))).toEqual([]);
    expect(document.components.schemas.Scope?.enum).toEqual(expect.arrayContaining(named));
  });

  test('describes the body of any other refusal for every operation', () => {
    for (const { operation } of operations.values()) {
      expect(operation.responses.default, operation.operationId).toEqual({
        $ref: expect.stringMatching(/^#\/components\/responses\/(Error|Page)Other$/),
      });
    }
  });

  test('names 400 wherever a token is asked for, since two at once are refused', () => {
    const without = [...operations.values()].filter(
      ({ operation }) => operation['x-open'] !== true && !('400' in operation.responses),
    );
    expect(without.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  test('is the same every time and leaves its sources alone', () => {
    const { packaged, overlay, own, version } = readSources();
    const before = structuredClone(packaged);
    const first = JSON.stringify(mergeContract(packaged, overlay, own, version));
    expect(JSON.stringify(mergeContract(packaged, overlay, own, version))).toBe(first);
    expect(packaged).toEqual(before);
  });
});

describe('merging the contract', () => {
  test('refuses an operation of ours at a path that the packaged document has', () => {
    const { packaged, overlay, own, version } = readSources();
    const wrong = { ...own, paths: { ...own.paths, '/v1/me': own.paths['/healthz']! } };
    expect(() => mergeContract(packaged, overlay, wrong, version)).toThrow(
      'the path "/v1/me" is in the packaged',
    );
  });

  test('fails when an operation of the interface is left without a tier', () => {
    const { packaged, overlay, own, version } = readSources();
    const withoutTiers = overlay.filter(({ merge }) => merge?.['x-tier'] === undefined);
    const merged = mergeContract(packaged, withoutTiers, own, version);
    const placed = operationsOf(merged)[0]!;
    expect(() => contractOf(merged, placed)).toThrow('gives getFile no tier');
  });
});

describe('callers of an operation', () => {
  test('a file is read with its scope or a legacy one, by any kind of token, on tier 1', () => {
    expect(contract('getFile')).toMatchObject({
      tier: 1,
      tokenKinds: ['personal', 'plan', 'oauth'],
      scopes: ['file_content:read', 'files:read', 'file_read'],
      unauthorized: { missing: 403, invalid: 403 },
      missingScope: 403,
      open: false,
    });
  });

  test('activity logs take OAuth 2 only and answer 401 to every refusal of a token', () => {
    expect(contract('getActivityLogs')).toMatchObject({
      tokenKinds: ['oauth'],
      unauthorized: { missing: 401, invalid: 401 },
      missingScope: 401,
    });
  });

  test('variable reads answer 401 without a token and 403 to a bad one; writes 403 to both', () => {
    expect(contract('getLocalVariables').unauthorized).toEqual({ missing: 401, invalid: 403 });
    expect(contract('getPublishedVariables').unauthorized).toEqual({ missing: 401, invalid: 403 });
    expect(contract('postVariables').unauthorized).toEqual({ missing: 403, invalid: 403 });
  });

  test('payments ask for no scope', () => {
    expect(contract('getPayments')).toMatchObject({ scopes: [], tokenKinds: ['personal', 'oauth'] });
  });

  test('our own operations ask for a scope of ours, or for no token at all', () => {
    for (const placed of operations.values()) {
      const { tier, open, scopes, path } = contractOf(document, placed);
      if (tier !== null) continue;
      expect(open || scopes.every((scope) => /^(workspace|test):/.test(scope)), path).toBe(true);
    }
  });
});
