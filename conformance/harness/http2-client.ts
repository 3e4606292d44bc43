import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';
import { type Answer, answerOf, type Target } from './client.ts';

export interface Http2Connection {
  call(method: string, path: string, headers?: OutgoingHttpHeaders): Promise<Answer>;
  readonly session: ClientHttp2Session;
  close(): Promise<void>;
}

/** One HTTP/2 connection, with the certificate checked; several calls may run on it at once. */
export async function openHttp2(target: Target): Promise<Http2Connection> {
  const session = connect(target.url, { ca: target.ca });
  await new Promise<void>((resolve, reject) => {
    session.once('error', reject);
    session.once('remoteSettings', () => resolve());
  });
  session.on('error', () => {});
  return {
    session,
    call: (method, path, headers = {}) => callOn(session, { ...headers, ':method': method, ':path': path }),
    close: () => new Promise((resolve) => session.close(() => resolve())),
  };
}

function callOn(session: ClientHttp2Session, headers: OutgoingHttpHeaders): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers, { endStream: true });
    const chunks: Buffer[] = [];
    let status = 0;
    let received: Answer['headers'] = {};
    stream.once('response', (incoming) => {
      status = incoming[':status'] ?? 0;
      received = incoming as Answer['headers'];
    });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.once('error', reject);
    stream.once('end', () => resolve(answerOf(status, received, Buffer.concat(chunks))));
  });
}
