import { describe, expect, it } from 'vitest';
import { castServer, team } from '../../testing/cast.ts';

const { play, server } = castServer();
const path = 'GET /workspace/v1/installation';

describe('How the installation does', () => {
  it.each(['alice', 'bob', 'dan'] as const)('is not for %s, who does not administer it', async (who) => {
    const answer = await play(who, path);
    expect([answer.status, answer.json.message]).toEqual([
      403,
      'Only the administrator of this installation may see how it does.',
    ]);
  });

  it('is told with what it holds, what waits, and what it works at', async () => {
    const { status, json } = await play('admin', path);
    expect([status, json]).toMatchObject([
      200,
      {
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        ready: true,
        not_ready_because: null,
        database: 'sqlite',
        deliveries_waiting: 0,
        counts: { organizations: 2, teams: 1, projects: 3, files: 4 },
        failing_webhooks: [],
      },
    ]);
    expect(json.storage.database_bytes).toBeGreaterThan(100_000);
    expect(json.storage.disk_bytes).toBeGreaterThanOrEqual(json.storage.free_bytes);
    expect(json.storage.image_fills_bytes).toBeGreaterThan(0);
  });

  it('tells of each chore when it was done and when it failed last, and nothing where it never did', async () => {
    const { database } = server().context;
    const chores = database.updateTable('chores');
    await chores.set({ ended_at: 1000, failed_at: null }).where('name', '=', 'logs').execute();
    await chores.set({ ended_at: null, failed_at: 2000 }).where('name', '=', 'uses').execute();
    const told = (await play('admin', path)).json.chores as { name: string }[];
    expect(told.filter(({ name }) => ['logs', 'uses'].includes(name))).toMatchObject([
      { name: 'logs', ended_at: '1970-01-01T00:00:01.000Z', failed_at: null },
      { name: 'uses', ended_at: null, failed_at: '1970-01-01T00:00:02.000Z' },
    ]);
  });

  it('names the webhooks of which deliveries were given up within a day', async () => {
    const { json: webhook } = await play('alice', 'POST /v2/webhooks', {
      event_type: 'FILE_UPDATE',
      context: 'team',
      context_id: team,
      passcode: 'p',
      endpoint: 'https://ann:s3cret@receiver.invalid/hook',
    });
    const { database, clock } = server().context;
    const fail = (at: number) =>
      database.updateTable('deliveries').set({ state: 'failed', finished_at: at, lease: null }).execute();
    await fail(clock.now() - 1000);
    const failing = async () => (await play('admin', path)).json.failing_webhooks;
    expect(await failing()).toEqual([
      {
        id: webhook.id,
        endpoint: 'https://***@receiver.invalid/hook',
        failed: 1,
        team,
        team_name: 'Core',
        failed_at: expect.any(String),
      },
    ]);
    await fail(clock.now() - 25 * 3_600_000);
    expect(await failing()).toEqual([]);
  });
});
