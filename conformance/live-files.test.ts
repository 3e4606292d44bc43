import { expect, it, onTestFinished } from 'vitest';
import { openBrowser } from './harness/browser.ts';
import { fileOf } from './harness/cast.ts';
import { clientOf, type Target } from './harness/client.ts';
import { onEachEngine, onOwnServers } from './harness/engines.ts';
import { expectError } from './harness/error-checks.ts';
import { type EventStream, openEvents, openEventsOverHttp2 } from './harness/event-stream.ts';
import { smallFile } from './harness/example-file.ts';
import { type OauthWorld, oauthWorld } from './harness/oauth.ts';
import { startServer } from './harness/server.ts';

type Person = 'alice' | 'bob' | 'carla' | 'erin' | 'dan';

const files = [fileOf('shop', smallFile('Shop')), fileOf('open', smallFile('Open'), { link_access: 'view' })];
const openWorld = (engine: Parameters<typeof oauthWorld>[0]): Promise<OauthWorld> =>
  oauthWorld(engine, [], { files });

async function cookieOf(engine: Target, oauth: OauthWorld, person: Person): Promise<string> {
  const browser = openBrowser(engine);
  await oauth.visit(person, '/sign-in', browser);
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

interface Listening {
  readonly since?: string;
  readonly lastId?: string;
  readonly cookie?: string;
  readonly over?: typeof openEvents;
}

/** Somebody with a file open in a browser; at first they hear what there is. */
async function listen(
  engine: Target,
  key: string,
  { since, lastId, cookie = '', over = openEvents }: Listening,
): Promise<EventStream> {
  const query = since === undefined ? '' : `?${new URLSearchParams({ since })}`;
  const headers = { cookie, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) };
  const stream = await over(engine, { path: `/viewer/v1/files/${key}/events${query}`, headers });
  onTestFinished(stream.close);
  return stream;
}

const isHeard = (stream: EventStream, count: number) =>
  expect.poll(() => stream.heard.length, { interval: 20 }).toBeGreaterThanOrEqual(count);

onEachEngine('A file that is followed live', (engine) => {
  const call = clientOf(engine);
  const comment = (oauth: OauthWorld, message: string) =>
    oauth.world.call('POST', `/v1/files/${oauth.world.id('shop')}/comments`, {
      as: 'bob',
      body: { message },
    });

  it('tells of comments, reactions, content, names, variables and links, each by its name', async () => {
    const oauth = await openWorld(engine);
    const { world } = oauth;
    const key = world.id('shop');
    const stream = await listen(engine, key, { cookie: await cookieOf(engine, oauth, 'carla') });
    await isHeard(stream, 1);
    expect(stream.heard[0]?.changed).toEqual([]);
    const changes: readonly (readonly [string, string, () => Promise<{ status: number }>])[] = [
      ['a comment', 'comments', () => comment(oauth, 'Larger?')],
      ['a reply', 'comments', () => comment(oauth, 'Yes')],
      [
        'a reaction',
        'comments',
        async () => {
          const { json } = await world.get(`/v1/files/${key}/comments`, 'bob');
          const path = `/v1/files/${key}/comments/${json.comments[0].id}/reactions`;
          return world.call('POST', path, { as: 'bob', body: { emoji: ':eyes:' } });
        },
      ],
      [
        'content',
        'file',
        () =>
          world.call('PUT', `/workspace/v1/files/${key}/content`, {
            as: 'alice-push',
            body: smallFile('New'),
          }),
      ],
      [
        'the name of a version',
        'file',
        () => oauth.own('alice', 'POST', `/workspace/v1/files/${key}/versions`, { label: 'Agreed' }),
      ],
      [
        'the name of the file',
        'file',
        () => oauth.own('alice', 'PATCH', `/workspace/v1/files/${key}`, { name: 'Store' }),
      ],
      [
        'a link for developers',
        'dev_resources',
        () =>
          world.call('POST', '/v1/dev_resources', {
            as: 'alice',
            body: {
              dev_resources: [
                { name: 'Story', url: 'https://story.example/1', file_key: key, node_id: '1:1' },
              ],
            },
          }),
      ],
      [
        'variables',
        'variables',
        () =>
          world.call('POST', `/v1/files/${key}/variables`, {
            as: 'alice',
            body: { variableCollections: [{ action: 'CREATE', id: 'c', name: 'Colours' }] },
          }),
      ],
    ];
    for (const [what, topic, change] of changes) {
      const before = stream.heard.length;
      const { status } = await change();
      expect([what, status]).toEqual([what, 200]);
      await isHeard(stream, before + 1);
      const changed = new Set(stream.heard.slice(before).flatMap((one) => one.changed));
      expect([what, changed.has(topic)]).toEqual([what, true]);
    }
  });

  it('tells what changed while nobody listened, by the id of the last event, as a header or in the address', async () => {
    const oauth = await openWorld(engine);
    const key = oauth.world.id('shop');
    const cookie = await cookieOf(engine, oauth, 'carla');
    const first = await listen(engine, key, { cookie });
    await isHeard(first, 1);
    first.close();
    const { id } = first.heard[0]!;
    expect((await comment(oauth, 'While you were out')).status).toBe(200);
    for (const by of [{ lastId: id }, { since: id }]) {
      const again = await listen(engine, key, { cookie, ...by });
      await isHeard(again, 1);
      expect(again.heard[0]?.changed).toEqual(['comments']);
    }
    const lost = await listen(engine, key, { cookie, since: 'of another version' });
    await isHeard(lost, 1);
    expect(lost.heard[0]?.changed).toEqual(['file', 'comments', 'variables', 'library', 'dev_resources']);
  });

  it('says nothing of what has not changed since, and is heard over HTTP/2 as well', async () => {
    const oauth = await openWorld(engine);
    const key = oauth.world.id('shop');
    const cookie = await cookieOf(engine, oauth, 'carla');
    const over = openEventsOverHttp2;
    const first = await listen(engine, key, { cookie, over });
    await isHeard(first, 1);
    const again = await listen(engine, key, { cookie, over, since: first.heard[0]!.id });
    await comment(oauth, 'Now');
    await isHeard(again, 1);
    expect(again.heard[0]?.changed).toEqual(['comments']);
  });

  it('is told to who is signed in and may read it, by its link too, and to nobody else', async () => {
    const oauth = await openWorld(engine);
    const ask = (key: string, cookie = '') =>
      call('GET', `/viewer/v1/files/${oauth.world.id(key)}/events`, { headers: { cookie } });
    const dan = await cookieOf(engine, oauth, 'dan');
    expectError(await ask('shop'), 404, /File not found/);
    expectError(await ask('shop', dan), 404, /File not found/);
    expectError(await ask('open'), 404, /File not found/);
    const byLink = await listen(engine, oauth.world.id('open'), { cookie: dan });
    await isHeard(byLink, 1);
    const head = await call('HEAD', `/viewer/v1/files/${oauth.world.id('shop')}/events`, {
      headers: { cookie: await cookieOf(engine, oauth, 'carla') },
    });
    expect([head.status, head.headers['content-type'], head.text]).toEqual([200, 'text/event-stream', '']);
  });

  it('ends once the file is gone, and for who may not read it any more with the next thing that happens', async () => {
    const oauth = await openWorld(engine);
    const key = oauth.world.id('shop');
    const carla = await listen(engine, key, { cookie: await cookieOf(engine, oauth, 'carla') });
    const alice = await listen(engine, key, { cookie: await cookieOf(engine, oauth, 'alice') });
    await Promise.all([isHeard(carla, 1), isHeard(alice, 1)]);
    const member = `/workspace/v1/teams/${oauth.world.id('100')}/members/${oauth.world.id('13')}`;
    expect((await oauth.own('alice', 'DELETE', member)).status).toBe(200);
    expect((await comment(oauth, 'Among ourselves')).status).toBe(200);
    await carla.ended;
    expect(carla.heard.length).toBe(1);
    await isHeard(alice, 2);
    expect((await oauth.own('alice', 'DELETE', `/workspace/v1/files/${key}`)).status).toBe(200);
    await alice.ended;
  });

  it('is followed by one person in fifty tabs at once and no more', async () => {
    const oauth = await openWorld(engine);
    const key = oauth.world.id('shop');
    const cookie = await cookieOf(engine, oauth, 'carla');
    const streams: EventStream[] = [];
    for (let tab = 0; tab < 50; tab += 1) streams.push(await listen(engine, key, { cookie }));
    const refused = await call('GET', `/viewer/v1/files/${key}/events`, { headers: { cookie } });
    expectError(refused, 503, /50 files already/);
    expect(refused.headers['retry-after']).toBe('30');
    streams[0]?.close();
    const status = async () => {
      const stream = await listen(engine, key, { cookie });
      if (stream.status !== 200) stream.close();
      return stream.status;
    };
    await expect.poll(status).toBe(200);
  });
});

onOwnServers('A server that stops while files are followed', ({ postgres }) => {
  it('ends what it tells at once', async () => {
    const server = await startServer({ postgres, args: ['--drain', '30s'] });
    onTestFinished(() => server.installation.remove());
    onTestFinished(() => server.kill());
    const oauth = await oauthWorld(server, [], { files });
    const cookie = await cookieOf(server, oauth, 'carla');
    const stream = await listen(server, oauth.world.id('shop'), { cookie });
    await isHeard(stream, 1);
    const stopped = server.stop();
    await stream.ended;
    await server.kill();
    await stopped;
  });
});
