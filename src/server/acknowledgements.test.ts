import { EventEmitter, once } from 'node:events';
import http2 from 'node:http2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { endWhereTooManyAsked } from './acknowledgements.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function connected() {
  const options = { rejectUnauthorized: false, maxOutstandingPings: 20_000, maxOutstandingSettings: 20_000 };
  const session = http2.connect(server.url, options);
  session.on('error', () => {});
  await once(session, 'connect');
  return session;
}

type Ask = (session: http2.ClientHttp2Session, answered: () => void) => void;

/** Some at a time: of thousands that come at once the library itself ends the session. */
async function askForMany(session: http2.ClientHttp2Session, ask: Ask): Promise<void> {
  while (!session.closed && !session.destroyed)
    await new Promise<void>((goOn) => {
      session.once('close', goOn);
      const answered = () => {
        session.off('close', goOn);
        goOn();
      };
      for (let count = 0; count < 100; count++) ask(session, count === 99 ? answered : () => {});
    });
}

test.each<[string, Ask]>([
  ['pings', (session, answered) => session.ping(answered)],
  ['settings', (session, answered) => session.settings({ enablePush: false }, answered)],
])('a session of HTTP/2 that sends %s without end is ended, and no other', async (_what, ask) => {
  const [flooding, other] = [await connected(), await connected()];
  const left = once(flooding, 'goaway');
  await Promise.race([askForMany(flooding, ask), left]);
  expect((await left)[0]).toBe(http2.constants.NGHTTP2_ENHANCE_YOUR_CALM);
  const request = other.request({ ':path': '/v1/me' });
  expect((await once(request, 'response'))[0][':status']).toBe(403);
  request.resume();
  other.close();
});

test('a session of HTTP/2 may send some hundreds of pings', async () => {
  const session = await connected();
  const pings = Array.from(
    { length: 300 },
    () =>
      new Promise<void>((resolve, reject) => session.ping((error) => (error ? reject(error) : resolve()))),
  );
  await Promise.all(pings);
  session.close();
});

test('a session of HTTP/2 is ended for what it asks within one second, not for what it asked before', () => {
  let ended = 0;
  const session = Object.assign(new EventEmitter(), {
    destroyed: false,
    goaway: () => undefined,
    destroy: () => {
      ended += 1;
    },
  });
  let nowMs = 5000;
  endWhereTooManyAsked(session as unknown as http2.Http2Session, () => nowMs);
  const ask = (count: number) => {
    for (let asked = 0; asked < count; asked++) session.emit('ping');
  };
  for (; nowMs < 8000; nowMs += 1000) ask(1000);
  expect(ended).toBe(0);
  ask(1001);
  expect(ended).toBe(1);
});
