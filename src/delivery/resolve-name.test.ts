import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { nameResolver } from './resolve-name.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Answer = { A?: number[][]; AAAA?: number[][]; silent?: boolean };

/** A name server on loopback that gives every name the same addresses. */
async function nameServer(answer: Answer): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    if (!answer.silent) socket.send(replyTo(question, answer), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  closers.push(() => socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

/** @see RFC 1035, section 4 */
function replyTo(message: Buffer, answer: Answer): Buffer {
  const end = message.indexOf(0, 12) + 5;
  const type = message.readUInt16BE(end - 4);
  const addresses = (type === 1 ? answer.A : answer.AAAA) ?? [];
  const records = addresses.map((bytes) =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]),
  );
  const head = Buffer.from([0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
  return Buffer.concat([message.subarray(0, 2), head, message.subarray(12, end), ...records]);
}

describe('the name resolver', () => {
  it('gives all addresses of both families', async () => {
    const ipv6 = [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    const server = await nameServer({
      A: [
        [93, 184, 215, 14],
        [10, 0, 0, 1],
      ],
      AAAA: [ipv6],
    });
    const found = await nameResolver({ servers: [server] })('receiver.test');
    expect([...found].sort()).toEqual(['10.0.0.1', '2001:db8::1', '93.184.215.14']);
  });

  it('gives those of one family where the other has none', async () => {
    const server = await nameServer({ A: [[10, 0, 0, 1]] });
    expect(await nameResolver({ servers: [server] })('receiver.test')).toEqual(['10.0.0.1']);
  });

  it('gives up on a name server that does not answer', async () => {
    const server = await nameServer({ silent: true });
    const asking = nameResolver({ servers: [server], timeoutMs: 50 })('receiver.test');
    await expect(asking).rejects.toMatchObject({ code: 'ETIMEOUT' });
  });

  it('resolves names of this machine without a name server', async () => {
    const server = await nameServer({ silent: true });
    const found = await nameResolver({ servers: [server], timeoutMs: 50 })('localhost');
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((address) => isIP(address) === 0)).toEqual([]);
  });
});
