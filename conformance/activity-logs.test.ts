import { Agent } from 'node:https';
import { beforeEach, expect, it } from 'vitest';
import { type ActivityEvent, appToken, eventsOf, readLogs } from './harness/activity.ts';
import { cast, fileOf, people } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { createWorld, type World } from './harness/world.ts';

onEachEngine('Activity logs', (engine) => {
  let world: World;
  const worldOf = (plan = 'enterprise') =>
    createWorld(
      engine,
      cast({
        plan,
        files: [fileOf('main', undefined)],
        tokens: {
          alice: [
            appToken('alice-app'),
            appToken('alice-other', ['file_content:read', 'org:developer_log_read']),
            { ...appToken('alice-plan'), kind: 'plan' },
          ],
          bob: [appToken('bob-app')],
          dan: [appToken('dan-app')],
        },
      }),
    );
  beforeEach(async () => {
    world = await worldOf();
  });

  const as = 'alice-push';
  const write = (method: string, path: string, body?: object) =>
    world.call(method, `/workspace/v1${path}`, { as, ...(body === undefined ? {} : { body }) });
  const makeTeam = async (name: string): Promise<string> =>
    (await write('POST', '/teams', { name, organization: world.id('900') })).json.id;
  const namesOf = (events: readonly ActivityEvent[]) => events.map(({ entity }) => entity.name);

  it('[LOG-01] are of tier 3 and need the scope org:activity_log_read', async () => {
    expect((await readLogs(world)).status).toBe(200);
    expectError(await readLogs(world, '', 'alice-other'), 401, /scope/i);
    const { paths } = (await world.call('GET', '/openapi.json', { as: null })).json;
    expect(paths['/v1/activity_logs'].get['x-tier']).toBe(3);
  });

  it('[LOG-02] take OAuth 2 tokens only', async () => {
    expectError(await world.get('/v1/activity_logs'), 401, /OAuth/);
    expectError(await world.get('/v1/activity_logs', 'alice-plan'), 401, /OAuth/);
    expectError(await world.get('/v1/activity_logs', null), 401, /No token/);
  });

  it('[LOG-03, LOG-05, ERR-05] are for administrators of an organization on the enterprise plan', async () => {
    expectError(await readLogs(world, '', 'bob-app'), 401, /administrator/);
    const unknown = { as: null, headers: { authorization: 'Bearer nobody' } };
    expectError(await world.call('GET', '/v1/activity_logs', unknown), 401, /Invalid token/);
    for (const plan of ['starter', 'professional', 'organization']) {
      world = await worldOf(plan);
      expectError(await readLogs(world), 401, /enterprise/);
    }
  });

  it('[LOG-13, ERR-13] come in an envelope with all keys', async () => {
    await makeTeam('One');
    const { json } = await readLogs(world);
    expect(json).toEqual({
      status: 200,
      error: false,
      i18n: null,
      meta: { activity_logs: [expect.any(Object)], cursor: expect.any(String), next_page: false },
    });
  });

  it('say who did what to what, from where, and nothing of a workspace that is loaded', async () => {
    expect(await eventsOf(world)).toEqual([]);
    const id = await makeTeam('One');
    const alice = { type: 'user', id: world.id(people.alice), name: 'Alice', email: 'alice@example.com' };
    expect(await eventsOf(world)).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        timestamp: expect.toSatisfy(Number.isInteger),
        actor: alice,
        action: { type: 'team_create', details: null },
        entity: { type: 'team', id, name: 'One' },
        context: {
          client_name: null,
          ip_address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
          is_figma_support_team_action: false,
          org_id: world.id('900'),
          team_id: id,
        },
      },
    ]);
  });

  it('[LOG-06] hold only the named events; an unknown name finds nothing', async () => {
    await makeTeam('One');
    await write('POST', '/projects', { name: 'Two', team: world.id('100') });
    await write('PATCH', `/files/${world.id('main')}`, { name: 'Three' });
    expect(namesOf(await eventsOf(world, '?events=team_create,%20fig_file_rename'))).toEqual([
      'One',
      'Three',
    ]);
    expect(namesOf(await eventsOf(world, '?events=folder_create,no_such_event'))).toEqual(['Two']);
    expect(await eventsOf(world, '?events=no_such_event')).toEqual([]);
    for (const all of ['', '?events=', '?events=,']) expect(await eventsOf(world, all)).toHaveLength(3);
    expect(await eventsOf(world, `?events=${'team_create,'.repeat(5_000)}`)).toHaveLength(1);
  });

  it('[LOG-07, LOG-08] begin with start_time and end with end_time, in seconds', async () => {
    await makeTeam('One');
    const [{ timestamp: at } = { timestamp: 0 }] = await eventsOf(world);
    const count = async (query: string) => (await eventsOf(world, `?${query}`)).length;
    expect(await count(`start_time=${at}`)).toBe(1);
    expect(await count(`start_time=${at + 1}`)).toBe(0);
    expect(await count(`start_time=${at}.5`)).toBe(0);
    expect(await count(`end_time=${at}`)).toBe(1);
    expect(await count(`end_time=${at - 1}`)).toBe(0);
    expect(await count(`start_time=${at}&end_time=${at}`)).toBe(1);
    expect(await count(`start_time=-${'9'.repeat(300)}&end_time=${'9'.repeat(300)}`)).toBe(1);
    expectError(await readLogs(world, `?start_time=${at + 1}&end_time=${at}`), 400, /start_time/);
  });

  it('[LOG-09, LOG-14] hold as many events as asked for, and say whether there are more', async () => {
    for (let number = 1; number <= 6; number += 1) await makeTeam(`Team ${number}`);
    const five = (await readLogs(world, '?limit=5')).json.meta;
    expect([five.activity_logs.length, five.next_page]).toEqual([5, true]);
    const six = (await readLogs(world, '?limit=6')).json.meta;
    expect([six.activity_logs.length, six.next_page]).toEqual([6, false]);
  });

  it('[LOG-09, LOG-10, LIM-16] never hold more than 1000 events', async () => {
    const agent = new Agent({ keepAlive: true });
    const path = '/workspace/v1/teams';
    const body = { name: 'One of many' };
    const makeTeams = async (count: number) => {
      for (let made = 0; made < count; made += 1) {
        expect((await world.call('POST', path, { as, body, agent })).status).toBe(200);
      }
    };
    await Promise.all(Array.from({ length: 7 }, () => makeTeams(150)));
    agent.destroy();
    for (const query of ['', '?limit=1001', '?limit=900000']) {
      const { activity_logs, cursor, next_page } = (await readLogs(world, query)).json.meta;
      expect([activity_logs.length, next_page]).toEqual([1000, true]);
      expect(await eventsOf(world, `?cursor=${cursor}`)).toHaveLength(50);
    }
  });

  it('[LOG-11] come oldest first unless the newest are asked for first', async () => {
    for (const name of ['One', 'Two', 'Three']) await makeTeam(name);
    for (const query of ['', '?order=asc']) {
      const events = await eventsOf(world, query);
      expect(namesOf(events)).toEqual(['One', 'Two', 'Three']);
      const times = events.map(({ timestamp }) => timestamp);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
    expect(namesOf(await eventsOf(world, '?order=desc'))).toEqual(['Three', 'Two', 'One']);
    expectError(await readLogs(world, '?order=newest'), 400, /order/);
  });

  it('[LOG-12, LOG-15] pages join without gap or repeat, and the last has a cursor too', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `Team ${index}`);
    for (const name of names) await makeTeam(name);
    for (const order of ['asc', 'desc']) {
      const read: unknown[] = [];
      let page = (await readLogs(world, `?limit=3&order=${order}`)).json.meta;
      for (
        ;
        page.next_page;
        page = (await readLogs(world, `?limit=3&order=${order}&cursor=${page.cursor}`)).json.meta
      ) {
        read.push(...namesOf(page.activity_logs));
      }
      read.push(...namesOf(page.activity_logs));
      expect(read).toEqual(order === 'asc' ? names : names.toReversed());
      expect(page.cursor).toEqual(expect.any(String));
    }
  });

  it('[LOG-16] the last cursor finds what happened since, and nothing else', async () => {
    let { cursor } = (await readLogs(world)).json.meta;
    for (const name of ['One', 'Two']) {
      await makeTeam(name);
      const { meta } = (await readLogs(world, `?cursor=${cursor}`)).json;
      expect(namesOf(meta.activity_logs)).toEqual([name]);
      const again = (await readLogs(world, `?cursor=${meta.cursor}`)).json.meta;
      expect([again.activity_logs, again.next_page]).toEqual([[], false]);
      cursor = again.cursor;
    }
  });

  it('[LOG-12, LOG-16] followers see each event once while others write', async () => {
    let isWriting = true;
    const follow = async () => {
      const seen: unknown[] = [];
      let cursor = '';
      for (let isLast = false; ; isLast = !isWriting) {
        const { meta } = (await readLogs(world, `?limit=4&cursor=${cursor}`)).json;
        seen.push(...namesOf(meta.activity_logs));
        cursor = meta.cursor;
        if (isLast && meta.activity_logs.length === 0) return seen;
      }
    };
    const writeSome = async (writer: number) => {
      for (let number = 0; number < 10; number += 1) await makeTeam(`${writer}-${number}`);
    };
    const followers = [follow(), follow()];
    await Promise.all([0, 1, 2, 3].map(writeSome));
    isWriting = false;
    for (const seen of await Promise.all(followers)) {
      expect(seen).toHaveLength(40);
      expect(new Set(seen).size).toBe(40);
    }
  });

  it('[LOG-17, LOG-18] record people who join and leave, and changes of their seats', async () => {
    const organization = `/organizations/${world.id('900')}/users`;
    const frida = { email: 'frida@example.com', handle: 'Frida', seat: 'view' };
    const { id } = (await write('POST', organization, frida)).json;
    await write('PUT', `${organization}/${id}`, { seat: 'full' });
    await write('PUT', `${organization}/${id}`, { seat: 'full' });
    await write('DELETE', `${organization}/${id}`);
    const events = await eventsOf(
      world,
      '?events=org_user_create,org_user_delete,org_user_account_type_change',
    );
    expect(events.map(({ action }) => action)).toEqual([
      { type: 'org_user_create', details: { permission: 'member', seat: 'view' } },
      { type: 'org_user_account_type_change', details: { old_seat: 'view', new_seat: 'full' } },
      { type: 'org_user_delete', details: { permission: 'member', seat: 'full' } },
    ]);
    const entity = { type: 'user', id, name: 'Frida', email: 'frida@example.com' };
    expect(events.map((event) => event.entity)).toEqual([entity, entity, entity]);
  });

  it('show events of the caller’s own organization only', async () => {
    await makeTeam('One');
    expect(await eventsOf(world, '', 'dan-app')).toEqual([]);
    const { cursor } = (await readLogs(world)).json.meta;
    expectError(await readLogs(world, `?cursor=${cursor}`, 'dan-app'), 400, /cursor/);
  });

  it('refuse what is no cursor, or one of the other order', async () => {
    await makeTeam('One');
    const { cursor } = (await readLogs(world)).json.meta;
    const sealed = (text: string) => Buffer.from(text).toString('base64url');
    const wrong = ['x', cursor.slice(0, -1), cursor.slice(2), sealed('["asc",1e99,"900"]'), sealed('null')];
    for (const text of wrong) expectError(await readLogs(world, `?cursor=${text}`), 400, /cursor/);
    expectError(await readLogs(world, `?order=desc&cursor=${cursor}`), 400, /order=asc/);
    expect((await readLogs(world, `?order=asc&cursor=${cursor}`)).status).toBe(200);
  });

  it.each(['limit=0', 'limit=-1', 'limit=1.5', 'limit=all', 'start_time=today', 'end_time=1e3'])(
    'refuse %s, and name the parameter',
    async (query) => {
      expectError(await readLogs(world, `?${query}`), 400, query.split('=')[0] as string);
    },
  );
});
