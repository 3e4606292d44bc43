import { describe, expect, it } from 'vitest';
import {
  isAsPublished,
  isInTime,
  isNoFailure,
  type Moment,
  type Property,
  tellsNothingForeign,
  twinDiffers,
  unprovenIsRefused,
} from './answer-properties.ts';
import { answerCheckOf } from './answer-schemas.ts';
import { absentLike } from './known-things.ts';
import { readInterface } from './published-interface.ts';
import type { Request } from './request.ts';
import type { Seen } from './sender.ts';

const published = readInterface({
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        security: [{ ServiceToken: [] }],
        'x-scopes': ['things:read'],
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
              },
            },
          },
          503: { content: { 'application/json': {} } },
        },
      },
    },
  },
  components: {
    schemas: {},
    securitySchemes: { OAuth2: { flows: { authorizationCode: { scopes: {} } } } },
  },
});
const [operation] = [...published.operations.values()];

const request = (caller: string, path = '/things/1'): Request =>
  ({
    call: { operation, caller },
    outgoing: { method: 'GET', path, headers: {} },
    isOnPath: true,
    unseen: new Map([['zqbmark-main', 'absent']]),
  }) as unknown as Request;

const answer = (status: number, json: unknown, more: Partial<Seen> = {}): Seen => {
  const text = JSON.stringify(json);
  const bytes = Buffer.from(text);
  return { status, headers: {}, type: 'application/json', bytes, text, json, tookMs: 1, ...more };
};

const moment: Moment = { isOpened: false, sent: [] };
const asPublished = isAsPublished(answerCheckOf(published));

const broken: readonly [what: string, Property, Request, Seen, Moment?][] = [
  ['a failure of the server', isNoFailure, request('alice'), answer(500, {})],
  ['an answer after more than 10 seconds', isInTime, request('alice'), answer(200, {}, { tookMs: 10_001 })],
  ['a status that is not listed', asPublished, request('alice'), answer(418, {})],
  ['a body that breaks its schema', asPublished, request('alice'), answer(200, { id: 7 })],
  ['a type that is not listed', asPublished, request('alice'), answer(200, {}, { type: 'text/html' })],
  ['a token that was revoked and is taken', unprovenIsRefused, request('revoked'), answer(200, { id: '1' })],
  ['a missing scope that is no hindrance', unprovenIsRefused, request('lacking'), answer(404, {})],
  ['a name of another tenant', tellsNothingForeign, request('alice'), answer(200, { id: 'App zqbwords' })],
  ['an id that nobody said', tellsNothingForeign, request('alice'), answer(200, { id: 'zqbmark-main' })],
  [
    'our name where a stranger asks',
    tellsNothingForeign,
    request('stranger'),
    answer(200, { id: 'zqawords' }),
  ],
];

const kept: readonly [what: string, Property, Request, Seen, Moment?][] = [
  ['a failure that is listed', isNoFailure, request('alice'), answer(503, {})],
  ['an answer as it is listed', asPublished, request('alice'), answer(200, { id: '1' })],
  ['a refusal of a revoked token', unprovenIsRefused, request('revoked'), answer(403, {})],
  [
    'an id that the request said',
    tellsNothingForeign,
    request('alice'),
    answer(404, { err: 'zqbmark-main' }),
    { isOpened: false, sent: [{ method: 'GET', path: '/things/zqbmark-main', headers: {} }] },
  ],
  [
    'our name where it was opened to strangers',
    tellsNothingForeign,
    request('stranger'),
    answer(200, { id: 'zqawords' }),
    { isOpened: true, sent: [] },
  ],
  [
    'who changed what was opened to them',
    tellsNothingForeign,
    request('alice'),
    answer(200, { id: 'zqbwords' }),
    { isOpened: true, sent: [] },
  ],
];

describe('The properties that answers must have', () => {
  it.each(broken)('are violated by %s', (_what, property, asked, seen, at = moment) => {
    expect(property(asked, seen, at)).toEqual(expect.any(String));
  });

  it.each(kept)('allow %s', (_what, property, asked, seen, at = moment) => {
    expect(property(asked, seen, at)).toBeUndefined();
  });

  it('include that what may not be seen answers with the status, headers and body of what does not exist', () => {
    const unseen = answer(404, { err: 'No zqbmark-main' });
    const differs = (twin: Seen) => twinDiffers(request('alice'), unseen, twin);
    expect(differs(answer(404, { err: 'No absent' }))).toBeUndefined();
    expect(
      differs(answer(404, { err: 'No absent' }, { headers: { 'x-request-id': '2', date: 'now' } })),
    ).toBeUndefined();
    expect(differs(answer(404, { err: 'There is none' }))).toEqual(expect.any(String));
    expect(differs(answer(403, { err: 'No absent' }))).toEqual(expect.any(String));
    expect(differs(answer(404, { err: 'No absent' }, { headers: { etag: '1' } }))).toEqual(
      expect.any(String),
    );
  });

  it('take the entity tag of an answer that repeats the id as a part of its body', () => {
    const tagged = (id: string, etag: string, more: object = {}) =>
      answer(200, { id, ...more }, { headers: { etag } });
    const seen = tagged('zqbmark-main', '"a"');
    expect(twinDiffers(request('alice'), seen, tagged('absent', '"b"'))).toBeUndefined();
    expect(twinDiffers(request('alice'), seen, tagged('absent', '"b"', { is: 'there' }))).toEqual(
      expect.any(String),
    );
    expect(twinDiffers(request('alice'), tagged('', '"a"'), tagged('', '"b"'))).toEqual(expect.any(String));
  });

  it('are compared with an id that nothing has, of the same form as the real one', () => {
    expect(absentLike('733240001000601')).toMatch(/^\d{15}$/);
    expect(absentLike('f00dcafe')).toMatch(/^[0-9a-f]{8}$/);
    expect(absentLike('zqbmark-main')).toMatch(/^[a-z]{7}-[a-z]{4}$/);
    expect(absentLike('/text-events/7331/18?expires=99&signature=ab')).toMatch(
      /^\/text-events\/(?!7331)\d{4}\/\d\d\?expires=\d\d&signature=[a-f]{2}$/,
    );
    expect(new Set([1, 2, 3].map((turn) => absentLike('zqbmark-main', turn))).size).toBe(3);
  });
});
