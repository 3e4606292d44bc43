import { once } from 'node:events';
import { connect } from 'node:http2';
import net, { type AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createHttp2Server } from './http2-server.ts';
import { byAddress, streamTurns } from './stream-turns.ts';
import { countsAs } from './trusted-proxies.ts';

const alwaysOver = () => ({ isOver: () => true });

test('Requests of one connection wait for those of others, and each begins once', async () => {
  const turns = streamTurns(undefined, alwaysOver);
  const begun: string[] = [];
  const [many, one] = [{}, {}];
  for (let place = 0; place < 5; place++) turns.take(many, () => begun.push(`many ${place}`));
  turns.take(one, () => begun.push('one'));
  while (begun.length < 6) await nextTurn();
  await nextTurn();
  expect(begun).toEqual(['many 0', 'one', 'many 1', 'many 2', 'many 3', 'many 4']);
});

test('Connections of one address have the turn of one, and those of a proxy one each', async () => {
  const turns = streamTurns(byAddress(countsAs((address) => address === '192.0.2.9')), alwaysOver);
  const begun: string[] = [];
  const ask = (name: string, remoteAddress: string) => {
    const connection = { remoteAddress };
    for (let place = 0; place < 2; place++) turns.take(connection, () => begun.push(`${name} ${place}`));
  };
  ask('first', '2001:db8::1');
  ask('second', '2001:db8::2');
  ask('another', '192.0.2.1');
  ask('by a proxy', '192.0.2.9');
  ask('too', '192.0.2.9');
  while (begun.length < 10) await nextTurn();
  expect(begun).toEqual([
    ...['first 0', 'another 0', 'by a proxy 0', 'too 0'],
    ...['second 0', 'another 1', 'by a proxy 1', 'too 1', 'first 1', 'second 1'],
  ]);
});

test('Requests begin at once while there is time for them', () => {
  const turns = streamTurns(undefined, () => ({ isOver: () => false }));
  let begun = 0;
  for (let place = 0; place < 100; place++) turns.take({}, () => begun++);
  expect(begun).toBe(100);
});

test('Requests that come one after the other share a slice of time until it is over', async () => {
  let [slices, begun] = [0, 0];
  const turns = streamTurns(undefined, () => {
    slices++;
    return { isOver: () => false };
  });
  for (; begun < 3; await nextTurn()) turns.take({}, () => begun++);
  expect(slices).toBe(1);
});

test('A request that comes when the slice of time is over begins in one of its own, once all else went on', async () => {
  let isOver = true;
  const turns = streamTurns(undefined, () => ({ isOver: () => isOver }));
  const done: string[] = [];
  turns.take({}, () => done.push('begun'));
  isOver = false;
  turns.take({}, () => done.push('begun behind it'));
  done.push('all else');
  await nextTurn();
  expect(done).toEqual(['all else', 'begun', 'begun behind it']);
});

test('A client that opens all the streams that it may at once is not answered before another who comes then', async () => {
  const asked: (string | undefined)[] = [];
  const answer = ({ url }: { url?: string }, response: { end(): void }) => {
    asked.push(url);
    response.end();
  };
  const patience = { unreadMs: 60_000, stalledMs: 60_000, bodyMs: 60_000 };
  const { take } = createHttp2Server(answer as never, patience, undefined, {
    turns: streamTurns(undefined, alwaysOver),
  });
  const server = net.createServer(take).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const open = () => connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [many, one] = [open(), open()];
  onTestFinished(() => {
    for (const session of [many, one]) session.destroy();
    server.close();
  });
  await Promise.all([many, one].map((session) => once(session, 'remoteSettings')));
  const ofMany = Array.from({ length: 100 }, () => once(many.request({ ':path': '/many' }), 'response'));
  await ofMany[0];
  await once(one.request({ ':path': '/one' }), 'response');
  expect(asked.length).toBeLessThan(100);
  await Promise.all(ofMany);
  expect(asked.length).toBe(101);
});
