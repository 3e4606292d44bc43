import { afterAll, beforeAll, expect, it } from 'vitest';
import { cast, fileOf, people } from './harness/cast.ts';
import { onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { exampleFile, imageRef, pixelPng, smallFile } from './harness/example-file.ts';
import { type Server, startServer } from './harness/server.ts';
import { createWorld } from './harness/world.ts';

onOwnServers('With a clock that moves', ({ postgres }) => {
  let server: Server;
  const advance = async (time: string) => {
    const body = { advance: time };
    expect((await server.call('POST', '/test/v1/clock', { token: server.adminToken, body })).status).toBe(
      200,
    );
  };

  beforeAll(async () => {
    server = await startServer({ postgres });
  });
  afterAll(async () => {
    await server?.stop();
    await server?.installation.remove();
  });

  it('[AUTH-06, ERR-06] an expired token is refused like an unknown one', async () => {
    const short = { name: 'short', token: 'short', scopes: 'all', expires_in: 3600 };
    const bearer = { ...short, name: 'app', token: 'bearer', kind: 'oauth' };
    const files = [fileOf('main', smallFile('One'))];
    const world = await createWorld(server, cast({ files, tokens: { alice: [short, bearer] } }));
    const file = `/v1/files/${world.id('main')}`;
    const authorization = `Bearer ${world.token('bearer')}`;
    const asApp = () => world.call('GET', file, { as: null, headers: { authorization } });
    await advance('59m40s');
    expect((await world.get(file, 'short')).status).toBe(200);
    expect((await asApp()).status).toBe(200);
    await advance('20s');
    expectError(await world.get(file, 'short'), 403, /^Token expired/);
    expectError(await asApp(), 403, /^Token expired/);
    expectError(await world.get(`${file}/variables/local`, 'short'), 403, /^Token expired/);
    expectError(await world.get('/v1/payments', 'short'), 401, /^Token expired/);
    expect((await world.get(file, 'alice')).status).toBe(200);
  });

  it('[PAY-02] the token that a running plugin gets is valid for ten minutes', async () => {
    const resources = [{ type: 'PLUGIN', id: '555', owner: people.alice }];
    const long = { name: 'long', token: 'long', scopes: 'all', expires_in: 7_776_000 };
    const world = await createWorld(server, { ...cast({ tokens: { alice: [long] } }), resources });
    const path = `/workspace/v1/resources/PLUGIN/${world.id('555')}/payment-tokens`;
    const { plugin_payment_token } = (await world.call('POST', path, { as: 'bob-push' })).json;
    const ask = () => world.get(`/v1/payments?${new URLSearchParams({ plugin_payment_token })}`, 'long');
    await advance('9m40s');
    expect((await ask()).status).toBe(200);
    await advance('21s');
    expectError(await ask(), 400, /plugin_payment_token/);
  });

  it('[FILL-04, LIM-11] addresses of image fills expire within 14 days, and not before they were asked for', async () => {
    const images = { [imageRef]: pixelPng.toString('base64') };
    const long = { name: 'long', token: 'long', scopes: 'all', expires_in: 7_776_000 };
    const world = await createWorld(
      server,
      cast({ files: [fileOf('main', exampleFile, { images })], tokens: { alice: [long] } }),
    );
    const fills = `/v1/files/${world.id('main')}/images`;
    const address = async () =>
      (await world.get(fills, 'long')).json.images[imageRef].slice(server.url.length);
    const first = await address();
    expect((await server.call('GET', first)).status).toBe(200);
    await advance('12d');
    expect((await server.call('GET', first)).status).toBe(200);
    await advance('2d');
    const gone = await server.call('GET', first);
    expectError(gone, 410, /expired/);
    expect(gone.bytes.includes(pixelPng)).toBe(false);
    const second = await address();
    expect(second).not.toBe(first);
    expect((await server.call('GET', second)).bytes.equals(pixelPng)).toBe(true);
    const expires = Number(new URL(second, server.url).searchParams.get('expires')) * 1000;
    const { now } = (await server.call('GET', '/test/v1/clock', { token: server.adminToken })).json;
    expect(expires - Date.parse(now)).toBeGreaterThan(0);
    expect(expires - Date.parse(now)).toBeLessThanOrEqual(14 * 24 * 3600 * 1000);
  });
});
