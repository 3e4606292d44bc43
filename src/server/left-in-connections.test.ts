import { EventEmitter, once } from 'node:events';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import net, { type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { frame, getOverHttp2, hello, moreRoom, windowSetting } from '../testing/http2-frames.ts';
import { createHttp2Server } from './http2-server.ts';
import { leftInConnections } from './left-in-connections.ts';
import { socketOf } from './session-sockets.ts';
import { unreadAnswers } from './unread-answers.ts';

const mebibyte = 2 ** 20;

function connection() {
  const it = {
    destroyed: false,
    destroy: () => {
      it.destroyed = true;
    },
  };
  return it;
}

test('Connections end, the oldest of the address that left most first, where more is left than may be', () => {
  const { add } = leftInConnections(mebibyte);
  const [older, newer, other] = [connection(), connection(), connection()];
  const response = { writableLength: 0.3 * mebibyte };
  add({ address: 'b', connection: other, response });
  add({ address: 'a', connection: older, response });
  add({ address: 'a', connection: newer, response });
  expect([older, newer, other].map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  add({ address: 'a', connection: newer, response });
  expect([older, newer, other].map(({ destroyed }) => destroyed)).toEqual([true, true, false]);
});

test('What was read since, or went with its connection, is left no more', () => {
  const { add } = leftInConnections(mebibyte);
  for (let count = 0; count < 20; count += 1) {
    const [ended, read] = [connection(), connection()];
    const response = { writableLength: 0.4 * mebibyte };
    add({ address: 'a', connection: read, response });
    add({ address: 'a', connection: ended, response: { writableLength: 0.4 * mebibyte } });
    expect([ended.destroyed, read.destroyed]).toEqual([false, false]);
    response.writableLength = 0;
    ended.destroy();
  }
});

const streams = [1, 3, 5, 7, 9];

/** Serves HTTP/2 without TLS: once all streams have asked, each is answered with 8 MB, of which 3 MB count as held. */
async function serveLongAnswers() {
  const limits = { mostBytesOfAddress: 16 * mebibyte, mostBytes: 64 * mebibyte, stillMs: 0 };
  const { hold } = unreadAnswers(limits);
  const bytes = Buffer.alloc(8 * mebibyte);
  const sockets: Socket[] = [];
  const responses: Http2ServerResponse[] = [];
  const answer = ({ stream }: Http2ServerRequest, response: Http2ServerResponse) => {
    const socket = socketOf(stream.session);
    if (socket === undefined) return;
    hold({ address: 'a', connection: socket, bytes: 3 * mebibyte, response });
    responses.push(response);
    if (responses.length === streams.length) for (const each of responses) each.end(bytes);
  };
  const patience = { unreadMs: 60_000, stalledMs: 60_000, bodyMs: 60_000 };
  const { take } = createHttp2Server(answer as never, patience);
  const server = net.createServer((socket) => {
    sockets.push(socket);
    take(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, hold, sockets, responses };
}

test('A connection that is not read ends where its answers are broken off and more is left than may be', async () => {
  const { port, hold, sockets, responses } = await serveLongAnswers();
  const client = net.connect(port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void client.destroy());
  client.pause();
  client.write(Buffer.concat([hello([[windowSetting, 2 ** 31 - 1]]), moreRoom]));
  const head = Buffer.concat([getOverHttp2, Buffer.from([0x41, 9]), Buffer.from('localhost')]);
  client.write(Buffer.concat(streams.map((id) => frame(1, 5, id, head))));
  await expect.poll(() => responses.length).toBe(streams.length);
  await new Promise(setImmediate);
  expect(sockets[0]?.destroyed).toBe(false);
  const other = Object.assign(new EventEmitter(), { writableLength: 0, destroy: () => {} });
  const broken = responses.map((response) => once(response, 'close'));
  hold({ address: 'a', connection: connection(), bytes: 16 * mebibyte, response: other });
  await Promise.all(broken);
  expect(sockets[0]?.destroyed).toBe(true);
});
