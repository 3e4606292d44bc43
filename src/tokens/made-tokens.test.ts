import { describe, expect, it } from 'vitest';
import { castServer, organizations, people } from '../testing/cast.ts';

const { play } = castServer();

interface Asked {
  readonly name: string;
  readonly scopes: readonly string[] | 'all';
}

/**
 * The doors by which somebody says what a token is to be; answers the refusal. An app's token is what was allowed,
 * and that of the administrator and of the quickstart are said by the code alone, so they have nothing to refuse.
 */
const doors = {
  'a person': async ({ name, scopes }) =>
    (await play('alice', 'POST /workspace/v1/me/tokens', { name, scopes })).json.err,
  'a plan': async ({ name, scopes }) => {
    const path = `POST /workspace/v1/organizations/${organizations.acme}/tokens`;
    return (await play('alice', path, { name, scopes })).json.err;
  },
  'a workspace file': async ({ name, scopes }) => {
    const alice = { id: people.alice, handle: 'Alice', email: 'alice@example.com' };
    const users = [{ ...alice, tokens: [{ name, scopes }] }];
    return (await play('admin', 'POST /workspace/v1/apply', { users })).json.err;
  },
  'a workspace file of a plan': async ({ name, scopes }) => {
    const alice = { id: people.alice, handle: 'Alice', email: 'alice@example.com' };
    const users = [{ ...alice, tokens: [{ name, scopes, kind: 'plan' }] }];
    return (await play('admin', 'POST /workspace/v1/apply', { users })).json.err;
  },
} satisfies Record<string, (asked: Asked) => Promise<string | undefined>>;

const good: Asked = { name: 'Made', scopes: ['current_user:read'] };
const everyDoor = Object.entries(doors);

describe('A token', () => {
  it.each(everyDoor)('of %s is made', async (_door, make) => {
    expect(await make(good)).toBeUndefined();
  });

  it.each(everyDoor)('of %s is called nothing that breaks a line', async (_door, make) => {
    expect(await make({ ...good, name: 'Two\nlines' })).toContain('A name is one line of text.');
  });

  it.each(everyDoor)('of %s has no scope that there is not', async (_door, make) => {
    expect(await make({ ...good, scopes: ['flies:read'] })).toContain('flies:read');
  });

  it.each(everyDoor)('of %s has a scope at least', async (_door, make) => {
    expect(await make({ ...good, scopes: [] })).toBeDefined();
  });

  it.each([
    ['a person', 'A token without the scope "test:control" cannot make one that has it.'],
    ['a plan', 'A plan access token cannot have the scope "test:control".'],
    // It is the administrator's of the installation, who holds all scopes.
    ['a workspace file', undefined],
    ['a workspace file of a plan', 'A plan access token cannot have the scope "test:control".'],
  ] as const)('of %s hands on no scope of our own that who makes it lacks', async (door, refusal) => {
    const words = await doors[door]({ ...good, scopes: ['test:control'] });
    if (refusal === undefined) expect(words).toBeUndefined();
    else expect(words).toContain(refusal);
  });
});
