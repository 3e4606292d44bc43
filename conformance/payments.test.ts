import { beforeAll, expect, it } from 'vitest';
import { cast, people } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError, tellable } from './harness/error-checks.ts';
import { createWorld, type World } from './harness/world.ts';

const kinds = [
  ['PLUGIN', 'plugin_id', '555'],
  ['WIDGET', 'widget_id', '556'],
  ['COMMUNITY_FILE', 'community_file_id', '557'],
] as const;

onEachEngine('Payments', (engine) => {
  let world: World;
  beforeAll(async () => {
    const payments = [{ user: people.bob, status: 'TRIAL', date_of_purchase: '2026-01-01T00:00:00Z' }];
    const resources = kinds.map(([type, , id]) => ({ type, id, owner: people.alice, payments }));
    const foreign = { type: 'PLUGIN', id: '558', owner: people.dan };
    world = await createWorld(engine, { ...cast(), resources: [...resources, foreign] });
  });

  const ask = (query: Record<string, string>, as: string | null = 'alice') =>
    world.get(`/v1/payments?${new URLSearchParams(query)}`, as);
  const ofBob = (more: object = {}) => ({ user_id: world.id(people.bob), ...more });
  const plugin = () => ({ plugin_id: world.id('555') });
  const set = (body: object, as = 'alice-push', user: string = people.carla) =>
    world.call('PUT', `/workspace/v1/resources/PLUGIN/${world.id('555')}/payments/${world.id(user)}`, {
      as,
      body,
    });
  const tokenFor = async (as: string, type = 'PLUGIN', id = '555') => {
    const path = `/workspace/v1/resources/${type}/${world.id(id)}/payment-tokens`;
    return (await world.call('POST', path, { as })).json.plugin_payment_token as string;
  };

  it('[PAY-01, PAY-03] are looked up by a person and a plugin, widget or community file', async () => {
    for (const [resource_type, parameter, local] of kinds) {
      const answer = await ask(ofBob({ [parameter]: world.id(local) }));
      expect(answer.status).toBe(200);
      const meta = {
        user_id: world.id(people.bob),
        resource_id: world.id(local),
        resource_type,
        payment_status: { type: 'TRIAL' },
        date_of_purchase: '2026-01-01T00:00:00Z',
      };
      expect(answer.json).toEqual({ status: 200, error: false, meta });
    }
    const never = (await ask({ user_id: world.id(people.dan), ...plugin() })).json.meta;
    expect(never).toMatchObject({ payment_status: { type: 'UNPAID' } });
    expect(never).not.toHaveProperty('date_of_purchase');
  });

  it('[PAY-02] are looked up by the token that a running plugin gets', async () => {
    const answer = await ask({ plugin_payment_token: await tokenFor('bob-push') });
    expect(answer.status).toBe(200);
    expect(answer.json.meta).toMatchObject({ user_id: world.id(people.bob), resource_id: world.id('555') });
    const widget = await ask({ plugin_payment_token: await tokenFor('carla-push', 'WIDGET', '556') });
    expect(widget.json.meta).toMatchObject({ resource_type: 'WIDGET', payment_status: { type: 'UNPAID' } });
  });

  it('[PAY-04] require exactly one resource beside a person', async () => {
    expectError(await ask(ofBob()), 400, /exactly one/);
    expectError(await ask(ofBob({ plugin_id: '' })), 400, /exactly one/);
    const two = ofBob({ ...plugin(), widget_id: world.id('556') });
    expectError(await ask(two), 400, /exactly one/);
  });

  it('[PAY-05] are shown to the owner of the resource only', async () => {
    const foreign = await ask(ofBob({ plugin_id: world.id('558') }));
    expectError(foreign, 401, /you own/);
    expect(tellable(foreign)).toEqual(tellable(await ask(ofBob({ plugin_id: '5' }))));
    expectError(await ask(ofBob(plugin()), 'bob'), 401, /you own/);
    const token = await tokenFor('bob-push');
    expectError(await ask({ plugin_payment_token: token }, 'bob'), 401, /you own/);
    expectError(await ask({ plugin_payment_token: token }, 'dan'), 401, /you own/);
    expectError(await ask(ofBob({ widget_id: world.id('555') })), 401, /you own/);
  });

  it('[PAY-06] name the wrong parameter', async () => {
    expectError(await ask({}), 400, /plugin_payment_token/);
    expectError(await ask(plugin()), 400, /user_id/);
    const token = await tokenFor('bob-push');
    const forms = [ofBob(plugin()), ofBob(), plugin()];
    for (const form of forms) {
      expectError(await ask({ plugin_payment_token: token, ...form }), 400, /stands alone/);
    }
    const other = Buffer.from(token, 'base64url').toString().replace('PLUGIN', 'WIDGET');
    const bad = ['garbage', token.slice(0, -3), `x${token}`, Buffer.from(other).toString('base64url')];
    for (const plugin_payment_token of bad) {
      expectError(await ask({ plugin_payment_token }), 400, /plugin_payment_token/);
    }
    const twice = `user_id=1&user_id=2&plugin_id=${world.id('555')}`;
    expectError(await world.get(`/v1/payments?${twice}`), 400, /user_id/);
  });

  it('[PAY-04, PAY-06] are looked up by numeric ids, and an unknown id has not paid', async () => {
    const nobody = (await ask({ user_id: '1', ...plugin() })).json;
    expect(nobody).toMatchObject({ status: 200, meta: { payment_status: { type: 'UNPAID' }, user_id: '1' } });
    for (const user_id of ['bob', '-1', '1.5', '1e3', '0x1', '1 2', '٣'])
      expectError(await ask({ user_id, ...plugin() }), 400, /user_id must be a number/);
    for (const [, parameter] of kinds)
      expectError(
        await ask(ofBob({ [parameter]: 'mine' })),
        400,
        new RegExp(`${parameter} must be a number`),
      );
  });

  it('[PAY-07] require a valid token', async () => {
    expectError(await ask(ofBob(plugin()), null), 401);
    const headers = { 'x-service-token': 'garbage' };
    const answer = await world.call('GET', '/v1/payments', { as: null, headers });
    expectError(answer, 401, /Invalid token/);
    expect(answer.json.message).toBeTypeOf('string');
  });

  it('are set by the owner, and the date of a purchase stays when it has ended', async () => {
    const paid = await set({ status: 'PAID', date_of_purchase: '2026-02-03T04:05:06Z' });
    expect(paid.status).toBe(200);
    expect(paid.json).toMatchObject({ payment_status: { type: 'PAID' }, resource_id: world.id('555') });
    await set({ status: 'UNPAID' });
    const asked = (await ask({ user_id: world.id(people.carla), ...plugin() })).json.meta;
    expect(asked.payment_status).toEqual({ type: 'UNPAID' });
    expect(asked.date_of_purchase).toBe('2026-02-03T04:05:06Z');
    const first = (await set({ status: 'PAID' }, 'alice-push', people.erin)).json;
    expect(first.date_of_purchase).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expectError(await set({ status: 'PAID' }, 'bob-push'), 404, /Resource not found/);
    expectError(await set({ status: 'FREE' }), 400, /status/);
    expectError(await set({ status: 'PAID', date_of_purchase: 'yesterday' }), 400, /date_of_purchase/);
    const nobody = `/workspace/v1/resources/PLUGIN/${world.id('555')}/payments/5`;
    const body = { status: 'PAID' };
    expectError(await world.call('PUT', nobody, { as: 'alice-push', body }), 404, /User not found/);
    const unknown = `/workspace/v1/resources/WIDGET/5/payment-tokens`;
    expectError(await world.call('POST', unknown, { as: 'alice-push' }), 404, /Resource not found/);
  });
});
