import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { frame, getOverHttp2, hello } from '../testing/http2-frames.ts';
import { ensureCertificates } from './certificates.ts';
import { givenUpStreams } from './given-up-streams.ts';
import { createHttp2Server, type Http2Parts } from './http2-server.ts';
import { createListener, type Listener } from './listener.ts';
import { roomForRequests } from './request-room.ts';

const limits = { most: 10, restMs: 100, pauseMs: 3_000 };

/** A clock that stands still until it is moved, and then does what was put off. */
function stoppedClock() {
  let nowMs = 0;
  const later: { at: number; begin: () => void }[] = [];
  return {
    now: () => nowMs,
    later: (begin: () => void, ms: number) => void later.push({ at: nowMs + ms, begin }),
    pass: (ms: number) => {
      nowMs += ms;
      for (const { at, begin } of later.splice(0)) {
        if (at <= nowMs) begin();
        else later.push({ at, begin });
      }
    },
  };
}

describe('Streams that are given up', () => {
  test('are too many for their address alone, and no longer after a rest', () => {
    const clock = stoppedClock();
    const { isTooMany } = givenUpStreams(limits, clock);
    const ofOne = Array.from({ length: 12 }, () => isTooMany('192.0.2.1'));
    expect(ofOne.filter(Boolean)).toHaveLength(2);
    expect(isTooMany('192.0.2.2')).toBe(false);
    clock.pass(limits.restMs);
    expect([isTooMany('192.0.2.1'), isTooMany('192.0.2.1')]).toEqual([false, true]);
  });

  test('have connections of their address wait, for no longer where more are given up meanwhile', () => {
    const clock = stoppedClock();
    const { isTooMany, serve } = givenUpStreams(limits, clock);
    const served: string[] = [];
    const come = (address: string) => serve(address, () => served.push(address));
    for (let count = 0; count < 11; count++) isTooMany('192.0.2.1');
    expect([come('192.0.2.1'), come('192.0.2.2')]).toEqual([true, false]);
    clock.pass(limits.pauseMs - 1);
    for (let count = 0; count < 50; count++) isTooMany('192.0.2.1');
    expect(served).toEqual(['192.0.2.2']);
    clock.pass(1);
    expect(served).toEqual(['192.0.2.2', '192.0.2.1']);
    expect(come('192.0.2.1')).toBe(false);
  });
});

const large = Buffer.alloc(1024 * 1024, 7);

/** Serves HTTP/2 without TLS; `/held` is not answered, and `/large` by more than anybody reads at once. */
async function serveHttp2(parts: Http2Parts = {}) {
  const asked: (string | undefined)[] = [];
  const answer = ({ url }: { url?: string }, response: { end(bytes?: Buffer): void }) => {
    asked.push(url);
    if (url !== '/held') response.end(url === '/large' ? large : undefined);
  };
  const patience = { unreadMs: 60_000, stalledMs: 60_000, bodyMs: 60_000 };
  const { take } = createHttp2Server(answer as never, patience, undefined, parts);
  const server = net.createServer(take).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { asked, port: (server.address() as AddressInfo).port };
}

const literal = (name: number, value: string) =>
  Buffer.concat([Buffer.from([name, value.length]), Buffer.from(value)]);
/** `:method: GET`, `:scheme: https`, and a path at a host. */
const head = (id: number, path: string) =>
  frame(
    ...([1, 5, id] as const),
    Buffer.concat([getOverHttp2.subarray(0, 2), literal(4, path), literal(1, 'localhost')]),
  );
const reset = (id: number) => frame(3, 0, id, Buffer.from([0, 0, 0, constants.NGHTTP2_CANCEL]));

describe('A request over HTTP/2 that was reset', () => {
  test.each([constants.NGHTTP2_CANCEL, constants.NGHTTP2_INTERNAL_ERROR])(
    'is not begun when its turn comes, and its error disturbs nobody (code %d)',
    async (code) => {
      const waiting: (() => void)[] = [];
      const { asked, port } = await serveHttp2({
        turns: { take: (_client, begin) => void waiting.push(begin) },
      });
      const session = connect(`http://127.0.0.1:${port}`);
      onTestFinished(() => session.destroy());
      const streams = Array.from({ length: 5 }, () =>
        session.request({ ':path': '/given-up' }).on('error', () => {}),
      );
      await expect.poll(() => waiting).toHaveLength(5);
      for (const stream of streams) stream.close(code);
      const wanted = once(session.request({ ':path': '/wanted' }), 'response');
      await expect.poll(() => waiting).toHaveLength(6);
      for (const begin of waiting) begin();
      await wanted;
      expect(asked).toEqual(['/wanted']);
    },
  );

  test('too often for the library has its connection told to go away, and what comes after is not begun', async () => {
    const { asked, port } = await serveHttp2({ isProxy: () => true });
    const socket = net.connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    const ids = Array.from({ length: 600 }, (_one, place) => 2 * place + 1);
    const givenUp = ids.flatMap((id) => [head(id, '/given-up'), reset(id)]);
    const received: Buffer[] = [];
    socket.on('data', (bytes) => received.push(bytes as Buffer));
    socket.write(Buffer.concat([hello(), ...givenUp, head(1201, '/wanted')]));
    const goAway = Buffer.from([7, 0, 0, 0, 0, 0]);
    await expect.poll(() => Buffer.concat(received).includes(goAway)).toBe(true);
    expect(asked).not.toContain('/wanted');
  });
});

describe('A client of HTTP/2 that resets its streams', () => {
  let folder: string;
  let listener: Listener;
  let asked: (string | undefined)[];
  let clock: ReturnType<typeof stoppedClock>;
  let opened: ClientHttp2Session[];
  let open: (localAddress?: string) => ClientHttp2Session;

  let told: string[][];
  const listen = async (isProxy: (address?: string) => boolean): Promise<void> => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-given-up-'));
    const credentials = await ensureCertificates(join(folder, 'tls'), { hosts: [], now: Date.now() });
    const ca = await readFile(credentials.caPath, 'utf8');
    [asked, opened, clock, told] = [[], [], stoppedClock(), []];
    listener = createListener({
      credentials,
      onRequest: ({ url }, response) => {
        if (url === '/given-up') return;
        asked.push(url);
        response.end();
      },
      onPlainRequest: (_request, response) => response.end(),
      givenUp: givenUpStreams(limits, clock),
      isProxy,
      refused: (...of) => void told.push(of),
    });
    const { port } = await listener.listen(0, '127.0.0.1');
    open = (localAddress = '127.0.0.1') => {
      const from: net.TcpNetConnectOpts = { port, localAddress };
      const createConnection = () =>
        tls.connect({ ...from, ca, servername: 'localhost', ALPNProtocols: ['h2'] });
      const session = connect('https://localhost', { createConnection }).on('error', () => {});
      opened.push(session);
      return session;
    };
  };
  beforeEach(() => listen((address) => address === '127.0.0.3'));
  afterEach(async () => {
    for (const session of opened) session.destroy();
    await listener.close(0);
    await rm(folder, { recursive: true, force: true });
  });

  const giveUp = (session: ClientHttp2Session, count: number, code = constants.NGHTTP2_CANCEL): void => {
    for (let place = 0; place < count; place++) {
      const stream = session.request({ ':path': '/given-up' }).on('error', () => {});
      stream.close(code);
    }
  };
  const ask = async (session: ClientHttp2Session, path: string) => {
    const [{ ':status': status }] = await once(session.request({ ':path': path }), 'response');
    return status;
  };

  test.each([constants.NGHTTP2_CANCEL, constants.NGHTTP2_NO_ERROR])(
    'too often loses its connection, and others of its address wait while those of another are served (code %d)',
    async (code) => {
      const session = open();
      await once(session, 'remoteSettings');
      const ended = once(session, 'close');
      giveUp(session, limits.most + 1, code);
      await ended;
      expect(told[0]).toEqual(['connection that gives up', '127.0.0.1']);
      const again = open();
      const answered = ask(again, '/again');
      expect(await ask(open('127.0.0.2'), '/other')).toBe(200);
      expect(asked).toEqual(['/other']);
      clock.pass(limits.pauseMs);
      expect(await answered).toBe(200);
    },
  );

  test('keeps its connection where it is a trusted proxy, which asks for many', async () => {
    const session = open('127.0.0.3');
    await once(session, 'remoteSettings');
    giveUp(session, 2 * limits.most);
    expect(await ask(session, '/wanted')).toBe(200);
    expect(await ask(open('127.0.0.3'), '/more')).toBe(200);
    expect(asked).toEqual(['/wanted', '/more']);
  });
});

describe('An answer over HTTP/2 that is reset without an error on its way', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  test.each(['stays', 'goes'])(
    'is over at the next look at what is half closed, where its client %s',
    async (client) => {
      let isOver = false;
      const leave = () => {
        isOver = true;
      };
      const { port } = await serveHttp2({ requests: { take: () => leave } });
      const session = connect(`http://127.0.0.1:${port}`);
      onTestFinished(() => session.destroy());
      const stream = session.request({ ':path': '/large' });
      await once(stream, 'response');
      // Node resets it by NO_ERROR.
      stream.destroy();
      await new Promise((answered) => session.ping(answered));
      expect(isOver).toBe(false);
      if (client === 'goes') session.destroy();
      vi.advanceTimersByTime(5_000);
      await expect.poll(() => isOver).toBe(true);
      session.destroy();
      await expect.poll(() => vi.getTimerCount()).toBe(0);
    },
  );
});

describe('Heads of requests over HTTP/2', () => {
  const kilobyte = 1024;
  const wide = 'a'.repeat(50 * kilobyte);

  test('have room by address until they are over; what is more is refused, to be sent again', async () => {
    const requests = roomForRequests({ ofOne: 150 * kilobyte, ofAll: 1024 * kilobyte });
    const told: string[][] = [];
    const { asked, port } = await serveHttp2({ requests, refused: (...of) => void told.push(of) });
    const open = () => {
      const session = connect(`http://127.0.0.1:${port}`);
      onTestFinished(() => session.destroy());
      return session;
    };
    const ask = (path: string) =>
      open()
        .request({ ':path': path, 'x-wide': wide })
        .on('error', () => {});
    const held = [ask('/held'), ask('/held')];
    await expect.poll(() => asked).toHaveLength(2);
    const refused = ask('/refused');
    await new Promise((closed) => refused.once('close', closed));
    expect(refused.rstCode).toBe(constants.NGHTTP2_REFUSED_STREAM);
    expect(told).toEqual([['stream', '127.0.0.1']]);
    held[0]?.close(constants.NGHTTP2_CANCEL);
    const statusOf = (stream: ReturnType<typeof ask>) =>
      new Promise((resolve) => {
        stream.once('response', (headers) => resolve(headers[':status']));
        stream.once('close', () => resolve('refused'));
      });
    await expect.poll(() => statusOf(ask('/again'))).toBe(200);
    expect(asked).not.toContain('/refused');
  });

  test('that have no room count as given up by nobody, and end their connection only where they are many more', async () => {
    const clock = stoppedClock();
    const [givenUp, refusals] = [
      givenUpStreams(limits, clock),
      givenUpStreams({ ...limits, most: 50 }, clock),
    ];
    const { port } = await serveHttp2({ requests: { take: () => undefined }, givenUp, refusals });
    const session = connect(`http://127.0.0.1:${port}`).on('error', () => {});
    onTestFinished(() => session.destroy());
    const ended = once(session, 'close');
    const ask = () =>
      new Promise<number | undefined>((resolve) => {
        const stream = session.request({ ':path': '/refused' }).on('error', () => {});
        stream.once('close', () => resolve(stream.rstCode));
      });
    const codes = await Promise.all(Array.from({ length: 50 }, ask));
    expect(new Set(codes)).toEqual(new Set([constants.NGHTTP2_REFUSED_STREAM]));
    expect(session.closed).toBe(false);
    expect(givenUp.isTooMany('127.0.0.1')).toBe(false);
    void ask();
    await ended;
  });

  test('behind a trusted proxy have the room of the client that it names', async () => {
    const requests = roomForRequests({ ofOne: 80 * kilobyte, ofAll: 1024 * kilobyte });
    const { asked, port } = await serveHttp2({ requests, isProxy: (address) => address === '127.0.0.1' });
    const session = connect(`http://127.0.0.1:${port}`);
    onTestFinished(() => session.destroy());
    const ask = (client: string, path: string) =>
      session.request({ ':path': path, 'x-wide': wide, 'x-forwarded-for': client }).on('error', () => {});
    ask('192.0.2.1', '/held');
    const refused = ask('192.0.2.1', '/refused');
    await new Promise((closed) => refused.once('close', closed));
    expect((await once(ask('192.0.2.2', '/other'), 'response'))[0]).toMatchObject({ ':status': 200 });
    expect(asked).toEqual(['/held', '/other']);
  });
});
