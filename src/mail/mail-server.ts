import { createConnection, type Socket } from 'node:net';
import type { MailServer } from '../config.ts';
import { isEmailAddress } from '../contract/email-address.ts';

/** A mail to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

const connectTimeoutMs = 10_000;
/** A mail server that takes longer than this for the whole of it is given up. */
const deadlineMs = 30_000;

/**
 * Hands one mail to the mail server.
 * @throws Error where it was not taken
 */
export async function handOver(server: MailServer, from: string, mail: Mail): Promise<void> {
  if (!isEmailAddress(mail.to)) throw new Error('The recipient is not one e-mail address.');
  const socket = createConnection({ host: server.host, port: server.port });
  const deadline = setTimeout(() => socket.destroy(new Error('The mail server took too long.')), deadlineMs);
  try {
    await connected(socket);
    const transport = await transportOver(server, socket);
    await transport.sendMail(messageOf(from, mail));
  } finally {
    clearTimeout(deadline);
    socket.destroy();
  }
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(
      () => socket.destroy(new Error('The mail server does not answer.')),
      connectTimeoutMs,
    );
    socket.once('connect', () => {
      clearTimeout(timeout);
      socket.off('error', reject);
      resolve();
    });
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(timeout));
  });
}

/** The library is read with the first mail: few servers send any, and it takes a tenth of a start. */
async function transportOver({ host, port, user, password, tls }: MailServer, connection: Socket) {
  const { default: nodemailer } = await import('nodemailer');
  return nodemailer.createTransport({
    host,
    port,
    connection,
    secure: tls === 'at once',
    requireTLS: tls === 'before the mail',
    ignoreTLS: tls === 'never',
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    greetingTimeout: connectTimeoutMs,
    socketTimeout: deadlineMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Recipient and sender are given as they are, so that nothing in them is read as a list. */
function messageOf(from: string, { to, subject, text }: Mail) {
  return {
    from: { name: '', address: from },
    to: { name: '', address: to },
    subject: shownAsWritten(oneLine(subject)),
    text,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}

const longestSubject = 200;

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, longestSubject);
}

/** As many bytes as stand in one encoded word, in Base64. @see RFC 2047 */
const bytesOfWord = 45;

/** A text in which readers of mails would see encoded words is encoded itself; the library does that with others. */
function shownAsWritten(text: string): string {
  if (!text.includes('=?')) return text;
  const words = [''];
  for (const character of text.toWellFormed()) {
    const word = words.at(-1) + character;
    if (Buffer.byteLength(word) > bytesOfWord) words.push(character);
    else words[words.length - 1] = word;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}
