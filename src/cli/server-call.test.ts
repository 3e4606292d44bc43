import { describe, expect, it } from 'vitest';
import { someChange } from './arguments.ts';
import { planned, plannedList } from './planned-call.ts';
import { callTarget, type SentBody } from './server-call.ts';

const usage = { lines: ['team'] };

/** The compiler is the test: a line of these that it takes fails the check of types. */
const refusedByTheCompiler = [
  // @ts-expect-error There is no such route.
  () => planned('GET /workspace/v1/team'),
  // @ts-expect-error The path lacks the person.
  () => planned('DELETE /workspace/v1/teams/{team_id}/members/{user_id}', { path: { team_id: '1' } }),
  // @ts-expect-error A path must be given.
  () => planned('DELETE /workspace/v1/files/{file_key}'),
  // @ts-expect-error No such parameter.
  () => plannedList('GET /workspace/v1/projects', { query: { teams: '1' } }),
  // @ts-expect-error The name must be given.
  () => planned('POST /workspace/v1/teams', { body: { organization: '1' } }),
  // @ts-expect-error No such field.
  () => planned('POST /workspace/v1/teams', { body: { name: 'Web', organisation: '1' } }),
  // @ts-expect-error Bytes have to be sent there.
  () => planned('PUT /workspace/v1/backup', { body: {} }),
  // @ts-expect-error A list has pages.
  () => planned('GET /workspace/v1/teams'),
  // @ts-expect-error No such field, in changes that are looked at before.
  (): SentBody<'PATCH /workspace/v1/files/{file_key}'> => someChange(usage, { title: 'Web' }),
  // @ts-expect-error Nothing says what may be changed.
  () => someChange(usage, { title: 'Web' }),
];

describe('a call of the command line', () => {
  it('is refused by the compiler where the contract has no such route, parameter or field', () => {
    expect(refusedByTheCompiler).toHaveLength(10);
  });

  it.each([
    [callTarget('GET /v1/me'), '/v1/me'],
    [callTarget('GET /v1/files/{file_key}', { path: { file_key: 'a/b?c' } }), '/v1/files/a%2Fb%3Fc'],
    [
      callTarget('GET /v1/files/{file_key}', {
        path: { file_key: 'a' },
        query: { depth: 2, ids: '1:2', version: undefined },
      }),
      '/v1/files/a?depth=2&ids=1%3A2',
    ],
    [callTarget('GET /workspace/v1/projects', { query: { team: undefined } }), '/workspace/v1/projects'],
  ])('goes to %s', (target, expected) => expect(target).toBe(expected));
});
