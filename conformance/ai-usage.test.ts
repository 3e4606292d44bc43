import { beforeAll, expect, it } from 'vitest';
import { cast, people } from './harness/cast.ts';
import { onEachEngine } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { createWorld, type World } from './harness/world.ts';

const dayMs = 24 * 3_600_000;

onEachEngine('AI usage', (engine) => {
  let world: World;
  /** Days before the server's today, as `YYYY-MM-DD`. */
  let day: (daysAgo: number) => string;
  beforeAll(async () => {
    const plan = (token: string, scopes = ['org:ai_metering_usage_read']) => ({
      name: token,
      token,
      kind: 'plan',
      scopes,
    });
    const tokens = {
      alice: [plan('usage'), plan('logs', ['org:developer_log_read'])],
      dan: [plan('dan-usage')],
    };
    const now = Date.now();
    day = (daysAgo) => new Date(now - daysAgo * dayMs).toISOString().slice(0, 10);
    const usage = (user: string, daysAgo: number, editor_type: string, credits: number) => ({
      user,
      day: day(daysAgo),
      editor_type,
      seat_credits_sum: credits,
      plan_credits_sum: 0.125,
    });
    const ai_usage = [
      usage(people.bob, 3, 'design', 2.5),
      usage(people.alice, 3, 'make', 1),
      usage(people.alice, 2, 'design', 4),
      usage(people.dan, 2, 'design', 9),
    ];
    world = await createWorld(engine, { ...cast({ tokens }), ai_usage });
  });

  const ask = (query: Record<string, string>, as: string | null = 'usage') =>
    world.get(`/v1/ai_usage/daily?${new URLSearchParams(query)}`, as);
  const range = (more: object = {}) => ({ start_date: day(30), end_date: day(1), ...more });
  const record = (rows: readonly object[], as = 'alice-push') => {
    const path = `/workspace/v1/organizations/${world.id('900')}/ai-usage`;
    return world.call('POST', path, { as, body: { rows } });
  };

  it('is listed by day, person and editor, for the caller’s own organization only', async () => {
    const { json } = await ask(range());
    expect(json).toMatchObject({ next_cursor: '', has_next_page: false });
    expect(json.rows).toHaveLength(3);
    const ofBob = json.rows.find((row: { seat_credits_sum: number }) => row.seat_credits_sum === 2.5);
    const [year = 0, month = 0] = day(3).split('-').map(Number);
    const monthStart = (number: number) => new Date(Date.UTC(year, number)).toISOString().replace('.000', '');
    expect(ofBob).toEqual({
      plan_id: world.id('900'),
      user_id: world.id(people.bob),
      user_email: 'bob@example.com',
      day: day(3),
      editor_type: 'design',
      seat_credits_sum: 2.5,
      plan_credits_sum: 0.125,
      workspace_id: null,
      workspace_name: null,
      team_id: null,
      team_name: null,
      license_group_id: null,
      license_group_name: null,
      metering_period_start: monthStart(month - 1),
      metering_period_end: monthStart(month),
    });
    expect((await ask(range(), 'dan-usage')).json.rows).toMatchObject([{ seat_credits_sum: 9 }]);
    expect((await ask({ start_date: day(2), end_date: day(2) })).json.rows).toHaveLength(1);
    expect((await ask({ start_date: day(1), end_date: day(1) })).json.rows).toEqual([]);
  });

  it('comes in pages that hold each row once', async () => {
    const whole = (await ask(range())).json.rows;
    const seen = [];
    let cursor: Record<string, string> = {};
    do {
      const { json } = await ask(range({ limit: '1', ...cursor }));
      seen.push(...json.rows);
      expect(json.has_next_page).toBe(seen.length < whole.length);
      cursor = { cursor: json.next_cursor };
    } while (cursor.cursor !== '');
    expect(seen).toEqual(whole);
    const { next_cursor } = (await ask(range({ limit: '1' }))).json;
    expectError(await ask(range({ cursor: next_cursor }), 'dan-usage'), 400, /cursor/);
    expectError(await ask(range({ cursor: next_cursor.slice(0, -4) })), 400, /cursor/);
    expectError(await ask(range({ cursor: 'garbage' })), 400, /cursor/);
  });

  it('of one person is found by their e-mail address', async () => {
    expect((await ask(range({ user_email: 'BOB@example.com' }))).json.rows).toHaveLength(1);
    expect((await ask(range({ user_email: 'carla@example.com' }))).json.rows).toEqual([]);
    expectError(await ask(range({ user_email: 'dan@example.com' })), 400, /user_email/);
  });

  it('is refused for impossible days and limits', async () => {
    for (const [query, words] of [
      [{ end_date: day(1) }, /start_date/],
      [{ start_date: day(1) }, /end_date/],
      [range({ start_date: '2026-02-30' }), /start_date/],
      [range({ start_date: '1.2.2026' }), /start_date/],
      [range({ start_date: '2025-11-30' }), /start_date/],
      [range({ start_date: day(0) }), /end_date/],
      [range({ end_date: day(-2) }), /future/],
      [range({ limit: '0' }), /limit/],
      [range({ limit: '1001' }), /limit/],
      [range({ limit: '-1' }), /limit/],
    ] as const) {
      expectError(await ask(query), 400, words);
    }
  });

  it('is readable with a plan access token that has the scope', async () => {
    expectError(await ask(range(), null), 401);
    expectError(await ask(range(), 'alice'), 401, /plan access token/);
    expectError(await ask(range(), 'logs'), 403, /org:ai_metering_usage_read/);
  });

  it('is recorded by administrators; a newer row of a day replaces the one before', async () => {
    const row = { user: world.id(people.carla), day: day(10), editor_type: 'figjam', seat_credits_sum: 1 };
    expect((await record([row, { ...row, seat_credits_sum: 7 }])).json).toEqual({ recorded: 2 });
    const asked = range({ user_email: 'carla@example.com' });
    expect((await ask(asked)).json.rows).toMatchObject([{ seat_credits_sum: 7, plan_credits_sum: 0 }]);
    expectError(await record([row], 'bob-push'), 403, /administrator/);
    expectError(await record([{ ...row, user: world.id(people.dan) }]), 400, /rows\[0\].user/);
    expectError(await record([row, { ...row, day: '2026-13-01' }]), 400, /rows\[1\].day/);
    expectError(await record([{ ...row, day: day(-2) }]), 400, /rows\[0\].day/);
    expectError(await record([{ ...row, seat_credits_sum: -1 }]), 400, /seat_credits_sum/);
    expectError(await record(Array(1001).fill(row)), 400, /rows/);
  });
});
