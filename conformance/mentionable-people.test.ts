import { expect, it } from 'vitest';
import { openBrowser } from './harness/browser.ts';
import { fileOf } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { smallFile } from './harness/example-file.ts';
import { oauthWorld } from './harness/oauth.ts';

onEachEngine('People whom a comment may mention', (engine) => {
  const open = async () => {
    const files = [
      fileOf('shop', smallFile('Shop')),
      fileOf('open', smallFile('Open'), { link_access: 'edit' }),
    ];
    const oauth = await oauthWorld(engine, [], { files });
    const ask = async (person: 'bob' | 'carla' | 'dan', key: string, name: string) => {
      const browser = openBrowser(engine);
      await oauth.visit(person, '/sign-in', browser);
      const query = new URLSearchParams({ name });
      return browser.get(`/viewer/v1/files/${oauth.world.id(key)}/people?${query}`);
    };
    const named = async (...given: Parameters<typeof ask>): Promise<string[]> => {
      const { status, text, json } = await ask(...given);
      expect([status, text]).toEqual([200, text]);
      return json.people.map(({ handle }: { handle: string }) => handle);
    };
    return { oauth, ask, named };
  };

  it('are found by how a word of their names begins, in capitals or not, and without signs of patterns', async () => {
    const { oauth, named } = await open();
    expect(await named('carla', 'shop', 'b')).toEqual(['Bob']);
    expect(await named('carla', 'shop', 'ER')).toEqual(['Erin']);
    const organization = `/workspace/v1/organizations/${oauth.world.id('900')}/users`;
    const person = { handle: 'Zora 100% Bergström', email: `zora-${oauth.emailOf('bob')}` };
    expect((await oauth.own('alice', 'POST', organization, person)).status).toBe(200);
    expect(await named('carla', 'shop', 'berg')).toEqual([person.handle]);
    expect(await named('carla', 'shop', '100%')).toEqual([person.handle]);
    for (const name of ['%', '_', '\\', 'o', '_ora'])
      expect([name, await named('carla', 'shop', name)]).toEqual([name, []]);
  });

  it('are not told of to whom a link alone lets in, but those who have commented', async () => {
    const { oauth, named } = await open();
    expect(await named('dan', 'open', 'b')).toEqual([]);
    const comments = `/v1/files/${oauth.world.id('open')}/comments`;
    const body = { message: 'Here' };
    expect((await oauth.world.call('POST', comments, { as: 'bob', body })).status).toBe(200);
    expect(await named('dan', 'open', 'b')).toEqual(['Bob']);
    expect(await named('dan', 'open', 'c')).toEqual([]);
  });

  it('are told of to readers of the file who are signed in alone', async () => {
    const { oauth, ask } = await open();
    expectError(await ask('dan', 'shop', 'b'), 404, /File not found/);
    const path = `/viewer/v1/files/${oauth.world.id('open')}/people?name=b`;
    expectError(await openBrowser(engine).get(path), 404, /File not found/);
    expectError(await ask('carla', 'shop', ''), 400, /name/);
  });
});
