import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { as, createFile } from '../harness/delivery-record.ts';
import { onOwnServers } from '../harness/engines.ts';
import { type EventStream, openEvents } from '../harness/event-stream.ts';
import { exampleFile, imageRef, pixelPng } from '../harness/example-file.ts';
import { openReceiver } from '../harness/receiver.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import type { Server } from '../harness/server.ts';
import { runVitrine } from '../harness/vitrine-process.ts';
import { callsOf, expectAdmitted, guessesOf } from './admitted-together.ts';
import { expectBroughtOnce, workspaceToBring } from './brought-workspace.ts';
import { askAfterChanges } from './fresh-answers.ts';
import { killedWhileStoringSuite } from './images.suite.ts';
import { mirrorsSuite } from './mirrors.suite.ts';
import { type Several, startSeveral } from './servers.ts';
import { upstreamGrantsSuite } from './upstream-grants.suite.ts';

onOwnServers('Three processes on one database and one bucket', ({ name, postgres }) => {
  if (postgres === undefined) {
    it.skip(`are nothing for ${name}`, () => undefined);
    return;
  }
  let several: Several;
  let file: string;
  let one: Server;
  let two: Server;
  let three: Server;
  let folder: string;
  beforeAll(async () => {
    folder = await scratchFolder('workspace');
    several = await startSeveral(postgres, 3, {
      makesTables: true,
      env: { VITRINE_OEMBED_PER_MINUTE: '10' },
      args: await workspaceToBring(folder),
    });
    [one, two, three] = several.servers as [Server, Server, Server];
    file = await createFile(several.balanced);
  });
  afterAll(async () => {
    await several?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('started at once with a workspace file on an empty database make one installation of it, and bring what is in the file once', async () => {
    const [{ administrators, processes }] = await several.query(`select
      (select count(*)::int from users where handle <> 'Olga') as administrators,
      (select count(*)::int from processes) as processes`);
    expect({ administrators, processes }).toEqual({ administrators: 1, processes: 3 });
    await expectBroughtOnce(several);
    for (const server of several.servers)
      expect((await as(server, 'GET', '/workspace/v1/projects')).status).toBe(200);
  });

  mirrorsSuite(() => several);
  upstreamGrantsSuite(() => several);

  it('answer at once with what another one took in, by the rights that it has given or taken away', async () => {
    const { answers, stale } = await askAfterChanges(several, 6);
    expect(stale).toEqual([]);
    expect(answers).toBe(48);
  });

  it('take addresses for theirs that another one has signed', async () => {
    const drawnFile = await createFile(one);
    const path = `/workspace/v1/files/${drawnFile}`;
    expect((await as(one, 'PUT', `${path}/content`, exampleFile)).status).toBe(200);
    const fill = { token: one.adminToken, body: pixelPng, headers: { 'content-type': 'image/png' } };
    expect((await one.call('PUT', `${path}/image-fills/${imageRef}`, fill)).status).toBe(200);
    const fills = (await as(two, 'GET', `/v1/files/${drawnFile}/images`)).json;
    const drawn = (await as(two, 'GET', `/v1/images/${drawnFile}?ids=1:2`)).json;
    for (const address of [fills.meta.images[imageRef], drawn.images['1:2']]) {
      const { pathname, search, origin } = new URL(address);
      expect(origin).toBe(several.env.VITRINE_BASE_URL);
      expect((await three.call('GET', pathname + search)).status).toBe(200);
    }
  });

  it('send each event once, and two requests at a time to one webhook', async () => {
    const receiver = await openReceiver();
    let open = 0;
    let most = 0;
    receiver.answer((_one, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.end();
      }, 40);
    });
    const made = await as(several.balanced, 'POST', '/v2/webhooks', {
      event_type: 'FILE_VERSION_UPDATE',
      context: 'file',
      context_id: file,
      endpoint: receiver.url,
      passcode: 'secret',
    });
    expect(made.status).toBe(200);
    const labels = Array.from({ length: 60 }, (_, place) => `Version ${place}`);
    const path = `/workspace/v1/files/${file}/versions`;
    const changes = labels.map((label) => as(several.balanced, 'POST', path, { label }));
    const answers = await Promise.all(changes);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const ids = answers.map(({ json }) => json.id);
    // The first one is the PING of the webhook.
    await receiver.until(61);
    await as(one, 'POST', '/test/v1/clock', { advance: '1s' });
    const told = receiver.received.flatMap(({ json }) => json.version_id ?? []);
    expect(told.sort()).toEqual(ids.sort());
    expect(most).toBe(2);
    await receiver.close();
  });

  it('admit as many calls, and guesses at a password, together as one would alone, and more a minute later', async () => {
    const ask = await callsOf(several, file);
    const calls = { ask, calls: 60, admitted: 200, most: 10, pauseMs: 6_000 };
    const guess = await guessesOf(several);
    const guesses = { ask: guess, calls: 24, admitted: 403, most: 5, pauseMs: 60_000 };
    await expectAdmitted(calls);
    await expectAdmitted(guesses);
    await as(two, 'POST', '/test/v1/clock', { advance: '61s' });
    await expectAdmitted(calls);
    expect(await guess()).toBe(403);
  });

  it('tell who follows a file at one of them what is written at another, and go on at the next where one ends', async () => {
    const person = { email: 'follows@example.com', handle: 'Follows', password: 'correct horse battery' };
    const [{ id: organization }] = await several.query('select id from organizations');
    const users = `/workspace/v1/organizations/${organization}/users`;
    const made = await as(one, 'POST', users, { ...person, role: 'admin', seat: 'full' });
    expect([made.status, made.text]).toEqual([200, made.text]);
    const shared = { link_access: 'org_view' };
    expect((await as(one, 'PATCH', `/workspace/v1/files/${file}`, shared)).status).toBe(200);
    const cookie = await cookieOf(two, person);
    const path = `/viewer/v1/files/${file}/events`;
    const comment = async (message: string) =>
      expect((await as(one, 'POST', `/v1/files/${file}/comments`, { message })).status).toBe(200);
    const heard = (stream: EventStream) =>
      expect.poll(() => stream.heard.at(-1)?.changed).toEqual(['comments']);
    const first = await openEvents(two, { path, headers: { cookie } });
    expect(first.status).toBe(200);
    await expect.poll(() => first.heard.length).toBe(1);
    await comment('Said at another one');
    await heard(first);
    const known = first.heard.at(-1)?.id ?? '';
    first.close();
    await comment('Said in between');
    const next = await openEvents(three, { path, headers: { cookie, 'last-event-id': known } });
    await heard(next);
    next.close();
  });

  it('have one clock, which a test moves for all, and nothing else of test mode', async () => {
    const nowOf = async (server: Server) => Date.parse((await as(server, 'GET', '/test/v1/clock')).json.now);
    const before = await nowOf(two);
    expect((await as(one, 'POST', '/test/v1/clock', { advance: '2h' })).status).toBe(200);
    for (const server of several.servers) {
      const movedBy = (await nowOf(server)) - before;
      expect(movedBy).toBeGreaterThanOrEqual(7_200_000);
      expect(movedBy).toBeLessThan(7_260_000);
    }
    expect((await as(one, 'POST', '/test/v1/reset', {})).status).toBe(404);
    expect((await as(one, 'GET', '/test/v1/requests')).status).toBe(404);
  });

  it('show in their measurements who serves', async () => {
    const { text } = await as(one, 'GET', '/metrics');
    expect(text).toMatch(/vitrine_processes\{version="[\d.]+",roles="web,jobs,render"\} 3/);
    expect(Number(/^vitrine_heartbeat_age_seconds (\S+)$/m.exec(text)?.[1])).toBeLessThan(30);
    expect(text).toContain('vitrine_bell_connected 1');
    for (const name of [
      'transactions_repeated',
      'database_connection_waits',
      'deliveries_claimed',
      'delivery_outcomes_without_lease',
    ])
      expect(text).toMatch(new RegExp(`^vitrine_${name}_total \\d+$`, 'm'));
    expect(text).toContain('vitrine_oldest_delivery_seconds 0');
    expect(text).toContain('vitrine_chore_failures_total{chore="blobs"} 0');
  });

  killedWhileStoringSuite(() => several);

  it('keep the administrator’s token where one starts without its file, and take one that a command makes', async () => {
    const fresh = await several.start({ args: [], env: { VITRINE_ADMIN_TOKEN_FILE: '' } });
    expect(fresh.adminToken).toBeNull();
    const statusWith = async (token: string) =>
      (await fresh.call('GET', '/workspace/v1/projects', { token })).status;
    expect(await statusWith(one.adminToken)).toBe(200);
    const { code, stdout, stderr } = await runVitrine(
      ['admin-token', '--json', '--data', several.servers[0]?.installation.folder ?? ''],
      several.env,
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(await statusWith(JSON.parse(stdout).token)).toBe(200);
    expect(await statusWith(one.adminToken)).toBe(403);
  });
});

async function cookieOf(server: Server, { email, password }: { email: string; password: string }) {
  const browser = openBrowser(server);
  const { status } = await browser.submit(await browser.get('/sign-in'), 'Sign in', { email, password });
  expect(status).toBe(303);
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
