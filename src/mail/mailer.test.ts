import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { mailer } from './mailer.ts';

const secret = 'https://vitrine.example/invitation/secret';
const mail = { to: 'nora@example.com', subject: 'Hello', text: secret };
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A mailer whose mail server behaves so to each connection, and what it logs. */
async function mailerAgainst(behave: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    behave(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  };
  closing.push(close);
  const { port } = server.address() as AddressInfo;
  return { ...mailerOf(`smtp://127.0.0.1:${port}`), close };
}

function mailerOf(smtpUrl: string) {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  return { mails: mailer(readConfig({ smtpUrl, mailFrom: 'design@example.com' }, {}), log), lines };
}

it('without a mail server nothing is sent', async () => {
  const { mails } = mailerOf('');
  expect([mails.isOn, await mails.send(mail)]).toEqual([false, false]);
});

it.each([
  ['that hangs up', (socket: Socket) => void socket.destroy()],
  ['that hangs up after its greeting', (socket: Socket) => void socket.end('220 Hello\r\n')],
  ['that speaks something else', (socket: Socket) => void socket.end(`HTTP/1.1 400 ${secret}\r\n\r\n`)],
  ['that refuses everybody', (socket: Socket) => void socket.end(`554 ${secret}\r\n`)],
  ['that says very much', (socket: Socket) => void socket.write(`220-${'x'.repeat(3_000_000)}`)],
])('a mail server %s is told as a failure, without words of its own', async (_title, behave) => {
  const { mails, lines } = await mailerAgainst(behave);
  expect(await mails.send(mail)).toBe(false);
  expect(lines.join('')).toContain('a mail was not sent');
  expect(lines.join('')).not.toContain('secret');
});

it('a mail server that is not there is told as a failure', async () => {
  const { mails, lines, close } = await mailerAgainst(() => undefined);
  closing.length = 0;
  await close();
  expect(await mails.send(mail)).toBe(false);
  expect(lines.join('')).toContain('ECONNREFUSED');
});

it('a recipient that is more than one address is none', async () => {
  let connections = 0;
  const { mails } = await mailerAgainst(() => {
    connections += 1;
  });
  for (const to of ['a@b,c@d', 'a@b\r\nRCPT TO:<c@d>', '<a@b>', ''])
    expect(await mails.send({ ...mail, to })).toBe(false);
  expect(connections).toBe(0);
});

/** A mail server that takes every mail, line by line. */
function takesMails(heard: string[]) {
  return (socket: Socket) => {
    let isMail = false;
    socket.write('220 here\r\n');
    socket.on('data', (chunk) => {
      heard.push(String(chunk));
      if (isMail && !/\r\n\.\r\n$/.test(heard.join(''))) return;
      const isData = !isMail && /^DATA/.test(String(chunk));
      socket.write(isData ? '354 go on\r\n' : '250 taken\r\n');
      isMail = isData;
    });
  };
}

it.each([
  `=?utf-8?q?Your_bank?= invites you`,
  `=?utf-8?q?Your_bank?= invites ${'w\u00f6rds '.repeat(12)}=?x?=`,
])('a subject that looks encoded is shown as it was written: %s', async (subject) => {
  const heard: string[] = [];
  const { mails } = await mailerAgainst(takesMails(heard));
  expect(await mails.send({ ...mail, subject })).toBe(true);
  const [, header = ''] = /^Subject:((?:.*\r\n)(?:[ \t].*\r\n)*)/m.exec(heard.join('')) ?? [];
  const words = header.trim().split(/\s+/);
  for (const word of words) expect(word).toMatch(/^=\?UTF-8\?B\?[\w+/=]{1,60}\?=$/);
  const shown = words.map((word) => Buffer.from(word.split('?')[3] ?? '', 'base64').toString());
  expect(shown.join('')).toBe(subject);
});

it('work that nobody waits for is bounded, and one that fails takes no other with it', async () => {
  const { mails, lines } = mailerOf('smtp://127.0.0.1:1');
  let done = 0;
  let open: (() => void) | undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  for (let count = 0; count < 600; count += 1)
    mails.later(async () => {
      await gate;
      done += 1;
      if (done === 2) throw new Error('secret');
    });
  expect(lines.filter((line) => line.includes('one is left out'))).toHaveLength(96);
  open?.();
  while (done < 504) await new Promise((resume) => setImmediate(resume));
  await mails.close();
  expect(done).toBe(504);
  expect(lines.join('')).not.toContain('secret');
});

it.each([
  ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, tls: 'at once' }],
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, tls: 'before the mail' }],
  ['smtp://mail.example.com:25?starttls=off', { port: 25, tls: 'never' }],
  ['smtp://localhost', { tls: 'never' }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, tls: 'never' }],
  ['smtps://us%40er:p%3Ass@mail.example.com', { user: 'us@er', password: 'p:ss' }],
])('the setting %s is read', (smtpUrl, expected) => {
  expect(readConfig({ smtpUrl }, {}).smtpUrl).toMatchObject(expected);
});

it.each([
  'mail.example.com',
  'https://mail.example.com',
  'smtp://',
  'smtp://x?tls=none',
  'smtp:// a',
  'smtp://u:hush@x?a',
])('the setting %s is refused, without what it holds', (smtpUrl) => {
  expect(() => readConfig({ smtpUrl }, {})).toThrow(/^VITRINE_SMTP_URL: (?!.*hush)/);
});
