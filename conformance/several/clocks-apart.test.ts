import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { as, createFile } from '../harness/delivery-record.ts';
import { onOwnServers } from '../harness/engines.ts';
import { signIn } from '../harness/people.ts';
import { openReceiver } from '../harness/receiver.ts';
import type { Server } from '../harness/server.ts';
import { type Several, startSeveral } from './servers.ts';

const minuteMs = 60_000;
/** How far the clock of its machine is ahead of the database's. */
const aheadMs = { early: -5 * minuteMs, late: 5 * minuteMs } as const;
/** What the way to the database and back may cost a process on a busy machine. */
const toleranceMs = 2_000;
const shifted = fileURLToPath(new URL('../harness/shifted-clock.mjs', import.meta.url));

onOwnServers('Two processes whose machines disagree by ten minutes about the time', ({ name, postgres }) => {
  if (postgres === undefined) {
    it.skip(`are nothing for ${name}`, () => undefined);
    return;
  }
  let several: Several;
  let early: Server;
  let late: Server;
  let file: string;
  beforeAll(async () => {
    several = await startSeveral(postgres, 0, { env: { VITRINE_OEMBED_PER_MINUTE: '10' } });
    const startAt = (ms: number) =>
      several.start({ env: { NODE_OPTIONS: `--import "file://${shifted}?ms=${ms}"` } });
    [early, late] = await Promise.all([startAt(aheadMs.early), startAt(aheadMs.late)]);
    file = await createFile(early);
  });
  afterAll(() => several?.close());

  const both = (): readonly Server[] => [early, late];
  const advance = async (server: Server, time: string) =>
    expect((await as(server, 'POST', '/test/v1/clock', { advance: time })).status).toBe(200);
  const statuses = (ask: (server: Server) => Promise<{ status: number }>) =>
    Promise.all(both().map(async (server) => (await ask(server)).status));

  it('both have the time of the database, and say by how much that of their machine is wrong', async () => {
    for (const [server, wrongByMs] of [
      [early, aheadMs.early],
      [late, aheadMs.late],
    ] as const) {
      const { text } = await as(server, 'GET', '/metrics');
      const offsetMs = Number(/^vitrine_clock_offset_seconds (\S+)$/m.exec(text)?.[1]) * 1000;
      expect(Math.abs(offsetMs + wrongByMs)).toBeLessThan(toleranceMs);
      const { now } = (await as(server, 'GET', '/test/v1/clock')).json;
      const [{ at }] = await several.query('select extract(epoch from clock_timestamp()) * 1000 as at');
      expect(Math.abs(Number(at) - Date.parse(now))).toBeLessThan(toleranceMs);
    }
  });

  it('try a delivery again that failed 5 minutes, 30 minutes and 3 hours later, whichever sends, and never early', async () => {
    const receiver = await openReceiver();
    receiver.answer(500);
    const made = await as(early, 'POST', '/v2/webhooks', {
      event_type: 'FILE_VERSION_UPDATE',
      context: 'file',
      context_id: file,
      endpoint: receiver.url,
      passcode: 'secret',
    });
    const webhook = made.json.id;
    const path = `/workspace/v1/files/${file}/versions`;
    for (const server of [early, late, early, late]) await as(server, 'POST', path, { label: 'A change' });
    // Beside the changes the webhook is told that it was made.
    const deliveries = 5;
    await receiver.until(deliveries);
    await advance(late, '4m');
    expect(receiver.received).toHaveLength(deliveries);
    await advance(early, '70s');
    expect(receiver.received).toHaveLength(2 * deliveries);
    await advance(late, '4h');
    const attempts = await several.query(
      `select delivery_id, array_agg(sent_at order by sent_at) as times from delivery_attempts
       where webhook_id = $1 group by delivery_id`,
      [webhook],
    );
    const pauses = [5, 30, 180].map((minutes) => minutes * minuteMs);
    expect(attempts).toHaveLength(deliveries);
    for (const { times } of attempts) {
      const gaps = (times as string[]).slice(1).map((time, place) => Number(time) - Number(times[place]));
      expect(gaps).toHaveLength(pauses.length);
      for (const [place, pauseMs] of pauses.entries()) expect(gaps[place]).toBeGreaterThanOrEqual(pauseMs);
    }
    await receiver.close();
  });

  it('admit together as many calls as one would alone, and as many guesses at a password', async () => {
    const path = `/v1/oembed?url=${encodeURIComponent(`${several.env.VITRINE_BASE_URL}/design/${file}`)}`;
    const guess = async (server: Server) => {
      const browser = openBrowser(server);
      const fields = { email: 'somebody@example.com', password: 'not the one' };
      return browser.submit(await browser.get('/sign-in'), 'Sign in', fields);
    };
    const call = (server: Server) => as(server, 'GET', path);
    const tries = [
      { ask: call, most: 10, pauseMs: minuteMs / 10 },
      { ask: guess, most: 5, pauseMs: minuteMs },
    ];
    for (const { ask, most, pauseMs } of tries) {
      const startedAt = performance.now();
      let admitted = 0;
      for (let turn = 0; turn < most + 2; turn += 1)
        if ((await ask(both()[turn % 2] as Server)).status !== 429) admitted += 1;
      // While they are made, one more fits with each pause.
      const leaked = Math.floor((performance.now() - startedAt) / pauseMs) + 1;
      expect([admitted >= most, admitted <= most + leaked]).toEqual([true, true]);
      await advance(late, '61s');
      expect((await ask(early)).status).not.toBe(429);
    }
  });

  it('let a token and a session of one end at the same time for the other', async () => {
    const body = { name: 'for an hour', scopes: ['file_content:read'], expires_in: 3600 };
    const { token } = (await as(late, 'POST', '/workspace/v1/me/tokens', body)).json;
    const reads = () => statuses((server) => server.call('GET', `/v1/files/${file}?depth=1`, { token }));
    const cookie = await signedIn(early);
    const visits = () =>
      statuses((server) => server.call('GET', '/workspace/v1/session', { headers: { cookie } }));
    expect([await reads(), await visits()]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    await advance(early, '58m');
    expect(await reads()).toEqual([200, 200]);
    await advance(late, '2m');
    expect(await reads()).toEqual([403, 403]);
    // A session that was used at this moment ends a day later.
    await advance(late, '4h');
    expect(await visits()).toEqual([200, 200]);
    await advance(early, '23h');
    await advance(late, '58m');
    await advance(early, '3m');
    expect(await visits()).toEqual([403, 403]);
  });

  /** The cookie of somebody who has come in by that process. */
  async function signedIn(server: Server): Promise<string> {
    const person = { email: 'visits@example.com', handle: 'Visits', password: 'correct horse battery' };
    const [{ id: organization }] = await several.query('select id from organizations');
    const users = `/workspace/v1/organizations/${organization}/users`;
    const made = await as(server, 'POST', users, { ...person, role: 'member', seat: 'full' });
    expect([made.status, made.text]).toEqual([200, made.text]);
    const browser = await signIn(server, person.email, person.password);
    expect(browser).toBeDefined();
    return [...(browser?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }
});
