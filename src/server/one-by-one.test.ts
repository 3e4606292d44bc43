import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { onFirstBytes } from './first-bytes.ts';
import { createHttp1Server } from './http1-server.ts';
import type { RequestHandler } from './request-handler.ts';
import { type StreamTurns, streamTurns } from './stream-turns.ts';

const patience = { unreadMs: 60_000, stalledMs: 60_000, bodyMs: 60_000 };

/** A server, and connections to it. */
async function serving(handler: RequestHandler, turns?: StreamTurns) {
  const http1 = createHttp1Server(handler, { patience, always: () => ({}), ...(turns && { turns }) });
  const sockets: net.Socket[] = [];
  const server = net.createServer((socket) => {
    sockets.push(socket);
    onFirstBytes(socket, new Set(), 60_000, (first) => http1.take(socket, first));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    http1.server.close();
  });
  const connect = async (): Promise<net.Socket> => {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(
      socket.on('error', () => {}),
      'connect',
    );
    return socket;
  };
  return { connect, sockets, server: http1.server };
}

/** All that a connection says until it has said this. */
async function heard(socket: net.Socket, last: string): Promise<string> {
  let text = '';
  for await (const part of socket) {
    text += String(part);
    if (text.includes(last)) return text;
  }
  throw new Error(`The connection ended after ${text}`);
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\n\r\n`;
const bodiesOf = (text: string): string[] => [...text.matchAll(/\[(.*?)\]/gs)].map(([, body = '']) => body);

/** Answers with what was asked. */
const echo: RequestHandler = async (request, response) => {
  const parts = await request.toArray();
  response.end(`[${request.method} ${request.url} ${Buffer.concat(parts)}]`);
};

describe('Requests that are sent before the one before them is answered', () => {
  test('begin one by one on each connection, and are all answered', async () => {
    const held: ServerResponse[] = [];
    const { connect } = await serving((request, response) => {
      if (request.url === '/other') response.end('[other]');
      else held.push(response);
    });
    const many = await Promise.all(Array.from({ length: 5 }, connect));
    const texts = many.map((socket) => heard(socket, '[99]'));
    for (const socket of many) socket.write(Array.from({ length: 100 }, () => get('/held')).join(''));
    await expect.poll(() => held.length).toBe(5);
    for (let round = 0; round < 100; round++) {
      const other = await connect();
      other.write(get('/other'));
      await heard(other, '[other]');
      await expect.poll(() => held.length).toBe(5);
      for (const response of held.splice(0)) response.end(`[${round}]`);
    }
    const all = Array.from({ length: 100 }, (_, round) => String(round));
    for (const text of await Promise.all(texts)) expect(bodiesOf(text)).toEqual(all);
  });

  test('stay unread, but for a little', async () => {
    const held: ServerResponse[] = [];
    const { connect, sockets } = await serving((_request, response) => void held.push(response));
    const socket = await connect();
    const sent = Buffer.from(get('/held').repeat(30_000));
    socket.write(sent);
    await expect.poll(() => held.length).toBe(1);
    let read = -1;
    await expect
      .poll(() => {
        const before = read;
        read = sockets[0]?.bytesRead ?? 0;
        return read - before;
      })
      .toBe(0);
    expect(read).toBeLessThan(2 ** 19);
    expect(held.length).toBe(1);
  });

  test('begin in turns with those of others', async () => {
    let asked = 0;
    const handler: RequestHandler = (request, response) => {
      asked++;
      response.end(`[${request.url}]`);
    };
    const { connect } = await serving(
      handler,
      streamTurns(undefined, () => ({ isOver: () => true })),
    );
    const many = await Promise.all(Array.from({ length: 5 }, connect));
    const one = await connect();
    const texts = many.map((socket) => heard(socket, '[/last]'));
    for (const socket of many) socket.write(get('/many').repeat(1_000) + get('/last'));
    await expect.poll(() => asked).toBeGreaterThan(0);
    one.write(get('/one'));
    await heard(one, '[/one]');
    expect(asked).toBeLessThan(5_000);
    await Promise.all(texts);
    expect(asked).toBe(5_006);
  });

  test('do not begin where their client has gone before their turn', async () => {
    const turns: (() => void)[] = [];
    const asked: (string | undefined)[] = [];
    const { connect, sockets } = await serving(
      ({ url }, response) => {
        asked.push(url);
        response.end();
      },
      { take: (_connection, begin) => void turns.push(begin) },
    );
    const gone = await connect();
    gone.write(get('/gone'));
    await expect.poll(() => turns.length).toBe(1);
    gone.resetAndDestroy();
    await expect.poll(() => sockets[0]?.closed).toBe(true);
    (await connect()).write(get('/here'));
    await expect.poll(() => turns.length).toBe(2);
    for (const begin of turns) begin();
    expect(asked).toEqual(['/here']);
  });

  test('are no more once the connection is told to close', async () => {
    const asked: (string | undefined)[] = [];
    const { connect } = await serving(({ url }, response) => {
      asked.push(url);
      response.setHeader('connection', 'close');
      response.end('[closed]');
    });
    const socket = await connect();
    socket.write(get('/a').repeat(10));
    expect(bodiesOf(String(Buffer.concat(await socket.toArray())))).toEqual(['closed']);
    expect(asked).toEqual(['/a']);
  });

  test('are no more behind one for a tunnel, or behind what is none', async () => {
    const asked: (string | undefined)[] = [];
    const { connect, server } = await serving(async ({ url }, response) => {
      asked.push(url);
      await nextTurn();
      response.end('[asked]');
    });
    let refused = 0;
    server.on('clientError', () => refused++);
    for (const broken of ['CONNECT a:1 HTTP/1.1\r\n\r\n', 'no request\r\n\r\n']) {
      asked.length = 0;
      const socket = await connect();
      socket.write(get('/a') + broken + get('/b').repeat(10));
      await socket.toArray();
      expect(asked).toEqual(broken.startsWith('CONNECT') ? ['/a', 'a:1'] : ['/a']);
    }
    expect(refused).toBe(1);
  });
});

describe('What is sent in a row is understood as Node alone does', () => {
  const hidden = 'a\r\n\r\nGET /hidden HTTP/1.1\r\n\r\n\n\n';
  const length = `Content-Length: ${hidden.length}\r\n`;
  const chunks = `${hidden.length.toString(16)}\r\n${hidden}\r\n1;a=b\r\n\n\r\n0\r\n`;
  const row = [
    get('/a'),
    `\r\n\r\nPOST /b HTTP/1.1\r\n${length}\r\n${hidden}`,
    `POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}Trailer: a\r\n\r\n`,
    `POST /d HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}\r\n`,
    `GET /e HTTP/1.1\r\n${length}Connection: Upgrade\r\nUpgrade: other\r\n\r\n${hidden}`,
    `GET /f HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n`,
    `POST /g HTTP/1.1\r\n${length}Expect: 100-continue\r\n\r\n${hidden}`,
    `POST /h HTTP/1.1\r\nContent-Length: 0\r\n\r\n`,
    get('/last'),
  ].join('');
  const expected = [
    'GET /a ',
    `POST /b ${hidden}`,
    `POST /c ${hidden}\n`,
    `POST /d ${hidden}\n`,
    `GET /e ${hidden}`,
    'GET /f ',
    `POST /g ${hidden}`,
    'POST /h ',
    'GET /last ',
  ];

  test.each([1, 2, 3, 7, 20, 64, 500, row.length])('in parts of %i bytes', async (partBytes) => {
    const { connect } = await serving(echo);
    const socket = (await connect()).setNoDelay();
    const answers = heard(socket, '[GET /last ]');
    for (let at = 0; at < row.length; at += partBytes) {
      socket.write(row.slice(at, at + partBytes));
      await nextTurn();
    }
    expect(bodiesOf(await answers)).toEqual(expected);
  });

  test('where bodies are refused unread', async () => {
    const asked: (string | undefined)[] = [];
    const { connect } = await serving(({ url }: IncomingMessage, response) => {
      asked.push(url);
      response.end(`[${url}]`);
    });
    const socket = await connect();
    const answers = heard(socket, '[/last]');
    const body = hidden.repeat(10_000);
    socket.write(`POST /large HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    socket.write(row);
    await answers;
    expect(asked).toEqual(['/large', '/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h', '/last']);
  });

  test('where a body is read slowly', async () => {
    const { connect, sockets } = await serving(async (request, response) => {
      let sizeBytes = 0;
      for await (const part of request) {
        sizeBytes += part.length;
        await nextTurn();
      }
      response.end(`[${sizeBytes}]`);
    });
    const socket = await connect();
    const sizeBytes = 4 * 2 ** 20;
    socket.write(`POST / HTTP/1.1\r\nContent-Length: ${sizeBytes}\r\n\r\n`);
    socket.write(Buffer.alloc(sizeBytes, '\n'));
    socket.write(get('/'));
    expect(bodiesOf(await heard(socket, '[0]'))).toEqual([String(sizeBytes), '0']);
    expect(sockets).toHaveLength(1);
  });
});
