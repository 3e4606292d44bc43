import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Authority, issueAuthority, issueCertificate } from '../server/certificates-issue.ts';
import { addressGuard } from './address-guard.ts';
import {
  type GuardedClient,
  type GuardedClientOptions,
  guardedClient,
  type Outcome,
} from './guarded-client.ts';
import { openTcp } from './guarded-connect.ts';

const inTests = addressGuard({ testMode: true });
const closers: (() => Promise<unknown>)[] = [];
let authority: Authority;
let stranger: Authority;

beforeAll(async () => {
  const options = { hosts: ['receiver.test', 'other.test', '127.0.0.1'], now: Date.now() };
  authority = await issueAuthority('Receivers', options);
  stranger = await issueAuthority('Strangers', options);
});

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

afterAll(() => expect(closers).toEqual([]));

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const http = (answer: RequestListener): Promise<number> => listen(createServer(answer));
const tcp = (answer: (socket: Socket) => void): Promise<number> => listen(createTcpServer(answer));

async function https(host: string, options: { by?: Authority; now?: number } = {}): Promise<number> {
  const issued = { hosts: [host], now: options.now ?? Date.now() };
  const certificate = await issueCertificate(options.by ?? authority, issued);
  return listen(
    createTlsServer(certificate, (request, response) =>
      response.end(`greeted as ${(request.socket as TLSSocket).servername}`),
    ),
  );
}

function open(options: Partial<GuardedClientOptions> = {}): GuardedClient {
  const resolveName = async (): Promise<string[]> => ['127.0.0.1'];
  const client = guardedClient({
    guard: inTests,
    resolveName,
    deadlineMs: 5000,
    ca: authority.ca,
    ...options,
  });
  closers.push(client.close);
  return client;
}

const post = (client: GuardedClient, url: string, more: object = {}): Promise<Outcome> =>
  client.post({ url, owner: 'alice', headers: {}, body: '{}', ...more });

const textOf = (outcome: Outcome): string =>
  outcome.kind === 'answer' ? outcome.body.toString() : outcome.sentence;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Tells the request back as JSON. */
async function tellBack(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  response.end(JSON.stringify({ method, url, headers, body: await bodyOf(request) }));
}

const connectionsOf = (server: Server): { count: number } => {
  const seen = { count: 0 };
  server.on('connection', () => {
    seen.count += 1;
  });
  return seen;
};

describe('a call', () => {
  it('posts the body with the headers and returns the answer', async () => {
    const port = await http(tellBack);
    const headers = { 'Content-Type': 'application/json', 'webhook-id': 'evt_1' };
    const outcome = await post(open(), `http://127.0.0.1:${port}/a/b?c=d#e`, { headers, body: '{"ä":1}' });
    expect(outcome).toMatchObject({ kind: 'answer', status: 200, cut: false });
    expect(outcome.durationMs).toBeGreaterThanOrEqual(0);
    expect(JSON.parse(textOf(outcome))).toMatchObject({
      method: 'POST',
      url: '/a/b?c=d',
      headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1', 'user-agent': 'Vitrine' },
      body: '{"ä":1}',
    });
  });

  it('sends user name and password of the address as Basic, decoded', async () => {
    const port = await http(tellBack);
    const outcome = await post(open(), `http://d%40n:p%3Aw@127.0.0.1:${port}/`);
    const { headers, url } = JSON.parse(textOf(outcome));
    expect(headers.authorization).toBe(`Basic ${Buffer.from('d@n:p:w').toString('base64')}`);
    expect([url, headers.host]).toEqual(['/', `127.0.0.1:${port}`]);
  });

  it('leaves out headers that would change its framing, and lets none contain a line break', async () => {
    const port = await http(tellBack);
    const headers = {
      Host: 'inner',
      'Transfer-Encoding': 'chunked',
      'Content-Length': '1',
      Connection: 'upgrade',
      'Proxy-Authorization': 'x',
      'bad name': 'x',
      'x-split': 'a\r\nx-more: b\u0000c',
      'x-wide': 'ü→',
    };
    const told = JSON.parse(
      textOf(await post(open(), `http://127.0.0.1:${port}/`, { headers, body: 'four' })),
    );
    expect(told.body).toBe('four');
    expect(told.headers).toMatchObject({
      host: `127.0.0.1:${port}`,
      'content-length': '4',
      'x-split': 'a  x-more: b c',
      'x-wide': 'ü?',
    });
    const absent = ['transfer-encoding', 'proxy-authorization', 'bad name', 'x-more'];
    expect(absent.filter((name) => name in told.headers)).toEqual([]);
  });

  it.each([201, 204, 301, 400, 410, 500])('returns the status %i as it is', async (status) => {
    const port = await http((_request, response) => response.writeHead(status).end());
    expect(await post(open(), `http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answer', status });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect by %i', async (status) => {
    let followed = 0;
    const inner = await http((_request, response) => {
      followed += 1;
      response.end();
    });
    const location = `http://127.0.0.1:${inner}/latest/meta-data`;
    const port = await http((_request, response) => response.writeHead(status, { location }).end());
    const outcome = await post(open(), `http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({ kind: 'answer', status, headers: { location } });
    expect(followed).toBe(0);
  });

  it('keeps headers of the answer printable and without cookies', async () => {
    const port = await tcp((socket) =>
      socket.end(
        'HTTP/1.1 200 OK\r\nX-A: 1\r\nX-A: 2\r\nX-B: a\tb\r\nSet-Cookie: s=1\r\nContent-Length: 0\r\n\r\n',
      ),
    );
    const outcome = await post(open(), `http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({ headers: { 'x-a': '1, 2', 'x-b': 'a b', 'content-length': '0' } });
    expect(outcome).not.toHaveProperty(['headers', 'set-cookie']);
  });
});

describe('limits', () => {
  it.each([
    [65_535, 65_535, false],
    [65_536, 65_536, false],
    [65_537, 65_536, true],
    [1_000_000, 65_536, true],
  ])('of a body of %i bytes keep %i, truncated: %s', async (sent, kept, cut) => {
    const port = await http((_request, response) => response.end(Buffer.alloc(sent, 'x')));
    const outcome = await post(open(), `http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({ kind: 'answer', status: 200, cut });
    expect(textOf(outcome).length).toBe(kept);
  });

  it('truncate an endless body and close its connection', async () => {
    let closed = false;
    const port = await http((request, response) => {
      request.socket.once('close', () => {
        closed = true;
      });
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', more);
      more();
    });
    expect(await post(open(), `http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, cut: true });
    await expect.poll(() => closed).toBe(true);
  });

  it('leave a compressed body compressed', async () => {
    const port = await http((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('not even gzip');
    });
    expect(textOf(await post(open(), `http://127.0.0.1:${port}/`))).toBe('not even gzip');
  });

  it('make too many headers a failure', async () => {
    const port = await tcp((socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`));
    expect(await post(open(), `http://127.0.0.1:${port}/`)).toMatchObject({
      kind: 'failure',
      reason: 'answer',
    });
  });

  it.each([
    ['says nothing', () => undefined],
    ['sends half a head', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nx: ')],
    [
      'stops within the body',
      (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc'),
    ],
    [
      'drips its body without end',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        const timer = setInterval(() => socket.write('1\r\nx\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      },
    ],
  ])('make a receiver that %s a failure, as too slow', async (_title, answer) => {
    const port = await tcp((socket) => {
      socket.once('data', () => answer(socket));
    });
    const outcome = await post(open({ deadlineMs: 250 }), `http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'too-slow' });
    expect(textOf(outcome)).toBe('The receiver took longer than 0.25 s.');
    expect(outcome.durationMs).toBeGreaterThanOrEqual(245);
  });

  it('make a TLS handshake and a DNS lookup that never end a failure, as too slow', async () => {
    const port = await tcp(() => undefined);
    const stuck = open({ deadlineMs: 250, resolveName: () => new Promise(() => undefined) });
    const outcomes = await Promise.all([
      post(open({ deadlineMs: 250 }), `https://127.0.0.1:${port}/`),
      post(stuck, `https://stuck.test:${port}/`),
    ]);
    expect(outcomes.map((outcome) => 'reason' in outcome && outcome.reason)).toEqual([
      'too-slow',
      'too-slow',
    ]);
  });
});

describe('TLS', () => {
  it('works with a trusted certificate, by name and by address', async () => {
    const byName = await https('receiver.test');
    const byAddress = await https('127.0.0.1');
    const urls = [
      `https://receiver.test:${byName}/`,
      `https://receiver.test.:${byName}/`,
      `https://127.0.0.1:${byAddress}/`,
    ];
    const outcomes = await Promise.all(urls.map((url) => post(open(), url)));
    expect(outcomes.map(textOf)).toEqual([
      'greeted as receiver.test',
      'greeted as receiver.test',
      'greeted as false',
    ]);
  });

  const yearMs = 365 * 24 * 3600 * 1000;
  it.each([
    ['another name', /another name/, () => https('other.test')],
    ['an unknown authority', /not trusted/, () => https('receiver.test', { by: stranger })],
    ['the past', /expired/, () => https('receiver.test', { now: Date.now() - yearMs })],
    ['the future', /not valid yet/, () => https('receiver.test', { now: Date.now() + yearMs })],
  ])('with a certificate of %s fails', async (_title, sentence, receiver) => {
    const outcome = await post(open(), `https://receiver.test:${await receiver()}/`);
    expect(outcome).toMatchObject({ kind: 'failure', reason: 'tls' });
    expect(textOf(outcome)).toMatch(sentence);
  });

  it('with a receiver that does not speak it fails', async () => {
    const port = await http((_request, response) => response.end());
    expect(await post(open(), `https://receiver.test:${port}/`)).toMatchObject({ reason: 'tls' });
  });
});

describe('a failing receiver', () => {
  it('that does not listen is reported as that', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    server.close();
    await once(server, 'close');
    const outcome = await post(open(), `http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({ reason: 'connection', sentence: expect.stringContaining('accepts') });
  });

  it.each([
    ['closes at once', (socket: Socket) => socket.end(), 'connection'],
    ['resets', (socket: Socket) => socket.resetAndDestroy(), 'connection'],
    [
      'ends within its body',
      (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc'),
      'connection',
    ],
    ['speaks no HTTP', (socket: Socket) => socket.end('220 mail.test ESMTP\r\n'), 'answer'],
  ])('that %s is a failure', async (_title, answer, reason) => {
    const port = await tcp((socket) => {
      socket.once('data', () => answer(socket));
    });
    expect(await post(open(), `http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'failure', reason });
  });

  it('at the first address of a name is skipped for the next', async () => {
    const port = await http((_request, response) => response.end('second'));
    const client = open({ resolveName: async () => ['127.0.0.2', '127.0.0.1'] });
    expect(textOf(await post(client, `http://two.test:${port}/`))).toBe('second');
  });

  it('without an address, or whose lookup fails, is a failure and not a refusal', async () => {
    const none = open({ resolveName: async () => [] });
    const broken = open({ resolveName: () => Promise.reject(new Error('SERVFAIL')) });
    for (const client of [none, broken]) {
      expect(await post(client, 'https://gone.test/')).toMatchObject({ kind: 'failure', reason: 'name' });
      expect(await client.refusalOf('https://gone.test/')).toBeUndefined();
    }
  });
});

describe('a name that resolves to another address later', () => {
  /** Answers in turn; the last answer stays. */
  const inTurn = (...answers: string[][]) => {
    let asked = 0;
    return async (): Promise<string[]> => answers[Math.min(asked++, answers.length - 1)] ?? [];
  };

  it('is refused at the attempt, though it passed when the webhook was made', async () => {
    const server = createServer((_request, response) => response.end());
    const port = await listen(server);
    const seen = connectionsOf(server);
    const client = open({ guard: addressGuard(), resolveName: inTurn(['93.184.215.14'], ['127.0.0.1']) });
    expect(await client.refusalOf(`https://rebind.test:${port}/`)).toBeUndefined();
    expect(await post(client, `https://rebind.test:${port}/`)).toMatchObject({ reason: 'refused' });
    expect(seen.count).toBe(0);
  });

  it('is resolved once per connection, which goes to the address that was checked', async () => {
    const port = await http((_request, response) => response.end('checked'));
    let asked = 0;
    const resolveName = async (): Promise<string[]> => (++asked === 1 ? ['127.0.0.1'] : ['10.0.0.1']);
    const outcome = await post(open({ resolveName }), `http://rebind.test:${port}/`);
    expect([textOf(outcome), asked]).toEqual(['checked', 1]);
  });

  it('cannot change its answer after the check', async () => {
    const server = createServer((_request, response) => response.end());
    const port = await listen(server);
    const seen = connectionsOf(server);
    const answer = ['127.0.0.2'];
    const guard = addressGuard({ opened: ['127.0.0.2'] });
    const changing = {
      ruleAgainst: guard.ruleAgainst,
      opener: guard.opener,
      isOpened: (address: string) => {
        const judged = guard.isOpened(address);
        answer[0] = '127.0.0.1';
        return judged;
      },
    };
    const outcome = await post(
      open({ guard: changing, resolveName: async () => answer }),
      `http://x.test:${port}/`,
    );
    expect([outcome.kind, seen.count]).toEqual(['failure', 0]);
  });

  it('gets nothing sent if it reaches a forbidden address all the same', async () => {
    let heard = '';
    const port = await tcp((socket) => {
      socket.on('data', (chunk) => {
        heard += chunk.toString('latin1');
      });
    });
    const target = { host: 'rebind.test', port, encrypted: true };
    const connecting = openTcp(target, ['127.0.0.1'], addressGuard(), AbortSignal.timeout(2000));
    await expect(connecting).rejects.toThrow(/loopback, and is not called/);
    expect(heard).toBe('');
  });

  it('is checked for every connection, also of a known endpoint', async () => {
    const port = await http((_request, response) => response.writeHead(200, { connection: 'close' }).end());
    const client = open({ resolveName: inTurn(['127.0.0.1'], ['169.254.169.254']) });
    const outcomes = [
      await post(client, `http://turn.test:${port}/`),
      await post(client, `http://turn.test:${port}/`),
    ];
    expect(outcomes).toMatchObject([{ kind: 'answer' }, { kind: 'failure', reason: 'refused' }]);
  });
});

describe('plain http', () => {
  it('is used only where every address of the name is allowed', async () => {
    const port = await http((_request, response) => response.end('plain'));
    const guard = addressGuard({ opened: ['127.0.0.1'] });
    const kinds = await Promise.all(
      [['127.0.0.1'], ['127.0.0.1', '93.184.215.14'], ['93.184.215.14']].map(async (addresses) => {
        const outcome = await post(
          open({ guard, resolveName: async () => addresses }),
          `http://a.test:${port}/`,
        );
        return outcome.kind === 'answer' ? 'answer' : outcome.reason;
      }),
    );
    expect(kinds).toEqual(['answer', 'refused', 'refused']);
  });
});

describe('connections', () => {
  it('are reused for the next call of the same owner, and never for another', async () => {
    const server = createServer((_request, response) => response.end());
    const url = `http://127.0.0.1:${await listen(server)}/`;
    const seen = connectionsOf(server);
    const client = open();
    const counts: number[] = [];
    for (const owner of ['alice', 'alice', 'bob', 'bob', 'alice']) {
      await post(client, url, { owner });
      counts.push(seen.count);
      await wait(10);
    }
    expect(counts).toEqual([1, 1, 2, 2, 2]);
  });

  it('are closed when they were idle for a while', async () => {
    const server = createServer((_request, response) => response.end());
    const port = await listen(server);
    const closed = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'));
    await post(open({ idleMs: 50 }), `http://127.0.0.1:${port}/`);
    await closed;
  });

  it('that are still being opened are abandoned when the client is closed', async () => {
    let [connected, closed] = [false, false];
    const port = await tcp((socket) => {
      connected = true;
      socket.resume().once('close', () => {
        closed = true;
      });
    });
    const client = open({ deadlineMs: 60_000 });
    const outcome = post(client, `https://receiver.test:${port}/`);
    await expect.poll(() => connected).toBe(true);
    await client.close();
    expect(await outcome).toMatchObject({ kind: 'failure' });
    await expect.poll(() => closed).toBe(true);
  });

  it('are broken off when the client is closed', async () => {
    const server = createServer(() => undefined);
    const port = await listen(server);
    const client = open();
    const outcome = post(client, `http://127.0.0.1:${port}/`);
    await once(server, 'request');
    await client.close();
    const brokenOff = { kind: 'failure', reason: 'connection', sentence: 'The call was broken off.' };
    expect(await outcome).toMatchObject(brokenOff);
    expect(await post(client, `http://127.0.0.1:${port}/`)).toMatchObject(brokenOff);
  });
});
