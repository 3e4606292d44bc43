import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { errorBody, messageOf } from '../../errors.ts';
import { ensureCertificates } from '../../server/certificates.ts';
import { CommandFailed } from '../command.ts';
import { printable } from '../printed-text.ts';
import { answersOf, type Question } from '../tape/questions.ts';
import type { Tape, TapedAnswer } from '../tape/read-tape.ts';

/** A server of what is on a tape. */
export interface Replay {
  readonly url: string;
  /** Path of the certificate authority. */
  readonly ca: string;
  readonly close: () => Promise<void>;
}

interface ReplayOptions {
  /** 0: a free one. */
  readonly port: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Hears of each question that is not on the tape. */
  readonly onUnknown: (sentence: string) => void;
}

/** What is sent may be as long as this, to be compared with what was. */
const longestBody = 64 * 1024 * 1024;

/** Answers on loopback over HTTPS, with an authority made for this time. @throws CommandFailed */
export async function openReplay(tape: Tape, { port, now, onUnknown }: ReplayOptions): Promise<Replay> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-replay-'));
  const certificates = await ensureCertificates(folder, { hosts: [], now });
  const answers = answersOf(tape.answers);
  const server = createServer({ ...certificates, ALPNProtocols: ['http/1.1'] }, (request, response) => {
    const answering = async () => {
      const question = await questionOf(request);
      const taped = answers.next(question);
      if (taped !== undefined) return sendTaped(response, request, taped, await tape.content(taped));
      const sentence = unknownSentence(question, answers.isKnownWithoutBody(question));
      onUnknown(sentence);
      return sendRefusal(response, 404, sentence);
    };
    answering().catch((error) => sendRefusal(response, 500, messageOf(error)));
  });
  // The server itself knows those alone that are through the handshake.
  const sockets = new Set<Duplex>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const remove = () => rm(folder, { recursive: true, force: true });
  await listening(server, port).catch(async (error) => {
    await remove();
    throw error;
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca: certificates.caPath,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
      await remove();
    },
  };
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((done, fail) => {
    server.once('error', (error) => fail(new CommandFailed(`Port ${port}: ${error.message}.`)));
    server.listen(port, '127.0.0.1', done);
  });

async function questionOf(request: IncomingMessage): Promise<Question> {
  const { method = 'GET', url = '/', headers } = request;
  const body = await bodyOf(request);
  return { method, host: headers.host ?? '', target: url, body };
}

/** As it stands on a tape: bytes that are no text in Base64. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes <= longestBody) chunks.push(chunk);
  }
  if (sizeBytes > longestBody) throw new Error(`What is sent is longer than ${longestBody} bytes.`);
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : bytes.toString('base64');
}

function sendTaped(
  response: ServerResponse,
  { method }: IncomingMessage,
  { status, statusText, headers, isCut }: TapedAnswer,
  content: Buffer,
): void {
  for (const { name, value } of headers) response.appendHeader(name, value);
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  if (hasBody) response.setHeader('Content-Length', content.length + (isCut ? 1 : 0));
  response.writeHead(status, statusText === '' ? undefined : statusText);
  if (!hasBody) response.end();
  else if (isCut) response.write(content, () => response.destroy());
  else response.end(content);
}

function sendRefusal(response: ServerResponse, status: number, sentence: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'X-Vitrine-Replay': 'unknown' };
  response.writeHead(status, headers).end(JSON.stringify(errorBody(status, sentence)));
}

const longestTarget = 300;

function unknownSentence({ method, target }: Question, isKnown: boolean): string {
  const shown = printable(target.slice(0, longestTarget));
  const other = isKnown ? ' with what was sent; it was asked with something else' : '';
  return `The tape holds no answer to ${printable(method)} ${shown}${other}.`;
}
