import { describe, expect, it } from 'vitest';
import { castServer, organizations } from '../testing/cast.ts';

const { play } = castServer();

const complete = { redirect_urls: ['https://app.example/back'], scopes: ['current_user:read'] };
const entry = { client_id: 'app1', name: 'Mine', organization: organizations.acme, ...complete };
const apply = (more: object = {}) =>
  play('admin', 'POST /workspace/v1/apply', { apps: [{ ...entry, ...more }] });
const read = async () => (await play('admin', `GET /workspace/v1/apps/${entry.client_id}`)).json;

describe('Applying apps', () => {
  it('makes and changes an app once', async () => {
    const made = await apply({ state: 'private' });
    expect(made.json.created).toEqual([{ kind: 'app', id: entry.client_id }]);
    expect(made.json.tokens).toEqual({ [`app/${entry.client_id}`]: expect.any(String) });
    expect((await apply({ state: 'private' })).json).toMatchObject({
      created: [],
      updated: [],
      unchanged: 1,
    });
    const changed = await apply({ state: 'public', description: 'Other' });
    expect(changed.json.updated).toEqual([{ kind: 'app', id: entry.client_id }]);
    expect(await read()).toMatchObject({
      state: 'public',
      description: 'Other',
      live: { description: 'Other' },
    });
    expect((await apply({ state: 'public', description: 'Other' })).json.updated).toEqual([]);
  });

  it('refuses to make a public app private, and names the entry', async () => {
    expect((await apply({ state: 'public' })).status).toBe(200);
    const answer = await apply({ state: 'private', visibility: 'private' });
    expect([answer.status, answer.json.err]).toEqual([
      400,
      'The app "Mine": A public app cannot be made private: people outside of its organization use it.',
    ]);
  });

  it('refuses an app that is not as open as its state says, also where it is there', async () => {
    const sentence = 'The app "Mine": It is of the state "private" and of the visibility "public".';
    const wrong = { state: 'private', visibility: 'public' };
    expect((await apply(wrong)).json.err).toBe(sentence);
    await apply();
    expect((await apply(wrong)).json.err).toBe(sentence);
    expect(await read()).toMatchObject({ state: 'draft', visibility: 'private' });
  });

  it('says of a configuration that there cannot be which entry has it', async () => {
    const answer = await apply({ website: 'http://app.example' });
    expect([answer.status, answer.json.err]).toEqual([
      400,
      'The app "Mine": The website is no https:// address.',
    ]);
  });

  it('makes another revision of an app, so that nobody approves what they have not seen', async () => {
    const shown = { visibility: 'public', description: 'All', logo: null, state: 'draft' };
    await apply(shown);
    const before = await read();
    await apply({ ...shown, description: 'Other' });
    expect((await read()).revision).toBe(before.revision + 1);
  });
});
