import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The header lines as they came, unfolded. */
  readonly headers: readonly string[];
  /** The text, decoded. */
  readonly text: string;
  readonly raw: string;
}

/** A mail server of a test: it takes what is sent, or refuses or holds it. */
export interface MailReceiver {
  /** For `VITRINE_SMTP_URL`. */
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** What it does with the next mails; those that it held are taken with the others. One that refuses repeats what it was sent, as some do. */
  behave(how: 'take' | 'refuse' | 'hold'): void;
  /** The first mail to an address that was not asked for before. */
  mailTo(address: string): Promise<ReceivedMail>;
  close(): Promise<void>;
}

export async function startMailReceiver(): Promise<MailReceiver> {
  const mails: ReceivedMail[] = [];
  const asked = new Set<ReceivedMail>();
  const sockets = new Set<Socket>();
  let held: (() => unknown)[] = [];
  let behaviour: 'take' | 'refuse' | 'hold' = 'take';
  let wake: (() => void)[] = [];
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const take = (mail: ReceivedMail): string => {
      mails.push(mail);
      for (const step of wake.splice(0)) step();
      return '250 Taken';
    };
    converse(socket, (mail, say) => {
      if (behaviour === 'hold') held = [...held, () => socket.destroyed || say(take(mail))];
      else say(behaviour === 'take' ? take(mail) : `554 Spam: ${mail.raw.replace(/[\r\n]+/g, ' ')}`);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    behave: (how) => {
      behaviour = how;
      if (how === 'take') for (const step of held.splice(0)) step();
    },
    mailTo: async (address) => {
      for (;;) {
        const mail = mails.find((one) => one.to.includes(address) && !asked.has(one));
        if (mail !== undefined) {
          asked.add(mail);
          return mail;
        }
        await new Promise<void>((done) => {
          wake = [...wake, done];
        });
      }
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Speaks SMTP for one connection; `take` says the line that ends a mail, now or later. */
function converse(socket: Socket, take: (mail: ReceivedMail, say: (line: string) => void) => void): void {
  let buffered = '';
  let envelope: { from: string; to: string[] } = { from: '', to: [] };
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const answerCommand = (line: string) => {
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (/^MAIL/i.test(line)) envelope = { from: address, to: [] };
    if (/^RCPT/i.test(line)) envelope.to.push(address);
    isData = /^DATA/i.test(line);
    if (isData) return say('354 Go on');
    if (/^QUIT/i.test(line)) return socket.end('221 Bye\r\n');
    return say('250 Fine');
  };
  socket.on('data', (bytes) => {
    buffered += bytes.toString('latin1');
    for (;;) {
      const end = isData ? buffered.indexOf('\r\n.\r\n') : buffered.indexOf('\r\n');
      if (end < 0) return;
      const part = buffered.slice(0, end);
      buffered = buffered.slice(end + (isData ? 5 : 2));
      if (!isData) answerCommand(part);
      else {
        isData = false;
        take(read(envelope, part), say);
      }
    }
  });
  say('220 Test');
}

function read(envelope: { from: string; to: string[] }, raw: string): ReceivedMail {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const encoding = headers.find((line) => /^content-transfer-encoding:/i.test(line)) ?? '';
  const body = rest.join('\r\n\r\n').replace(/^\.\./gm, '.');
  return { ...envelope, headers, text: decoded(body, encoding), raw };
}

function decoded(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/quoted-printable/i.test(encoding)) return Buffer.from(body, 'latin1').toString('utf8');
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The path of the one link in a mail. */
export function linkIn({ text }: Pick<ReceivedMail, 'text'>): string {
  const links = text.match(/https:\/\/\S+/g) ?? [];
  if (links.length !== 1) throw new Error(`Not one link:\n${text}`);
  return new URL(links[0] as string).pathname;
}
