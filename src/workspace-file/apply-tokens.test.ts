import { describe, expect, it } from 'vitest';
import { castServer, organizations, people } from '../testing/cast.ts';

const { play, server } = castServer();

const apply = (token: object, user: object = {}) =>
  play('admin', 'POST /workspace/v1/apply', {
    users: [
      {
        id: people.alice,
        handle: 'Alice',
        email: 'alice@example.com',
        organization: organizations.acme,
        ...user,
        tokens: [{ name: 'brought', scopes: ['current_user:read'], ...token }],
      },
    ],
  });
const statusOf = async (token: string) => (await server().call('/v1/me', { token })).status;

describe('Applying tokens', () => {
  it.each<[what: string, token: object, sentence: string]>([
    ['a name of two lines', { name: 'Two\nlines' }, 'The token "Two\nlines": A name is one line of text.'],
    [
      'a plan access token for our own operations',
      { kind: 'plan', scopes: ['workspace:read'] },
      'The token "brought": A plan access token cannot have the scope "workspace:read".',
    ],
  ])('refuses %s, and names the entry', async (_what, token, sentence) => {
    const answer = await apply(token);
    expect([answer.status, answer.json.err]).toEqual([400, sentence]);
  });

  it('refuses a plan access token of somebody who belongs to no organization', async () => {
    const loner = { id: '77', handle: 'Loner', email: 'loner@example.com', organization: undefined };
    const answer = await apply({ kind: 'plan' }, loner);
    expect([answer.status, answer.json.err]).toEqual([
      400,
      'The token "brought": A plan access token is issued by somebody who belongs to an organization.',
    ]);
  });

  it('gives a plan access token that is there no scope of our own operations either', async () => {
    expect((await apply({ kind: 'plan', scopes: ['file_content:read'] })).status).toBe(200);
    const answer = await apply({ kind: 'plan', scopes: ['workspace:read'] });
    expect([answer.status, answer.json.err]).toEqual([
      400,
      'The token "brought": A plan access token cannot have the scope "workspace:read".',
    ]);
  });

  it('refuses a value that another token has', async () => {
    expect((await apply({ token: 'brought-value' })).status).toBe(200);
    const answer = await apply({ name: 'other', token: 'brought-value' });
    expect([answer.status, answer.json.err]).toEqual([
      400,
      'The token "other": Its value is one that another token has already.',
    ]);
  });

  it('makes and changes a token once', async () => {
    const made = await apply({});
    const value = made.json.tokens[`${people.alice}/brought`];
    expect(await statusOf(value)).toBe(200);
    expect((await apply({})).json).toMatchObject({ created: [], updated: [], tokens: {} });
    const changed = await apply({ token: 'chosen-value' });
    expect(changed.json.updated).toEqual([{ kind: 'token', id: `${people.alice}/brought` }]);
    expect([await statusOf(value), await statusOf('chosen-value')]).toEqual([403, 200]);
  });
});
