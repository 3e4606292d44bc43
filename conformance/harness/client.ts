import { type Agent, request } from 'node:https';
import { isIP } from 'node:net';

/** Where a server answers, and the certificate authority that vouches for it, in PEM. */
export interface Target {
  readonly url: string;
  readonly ca: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it came, still encoded where `content-encoding` says so. */
  readonly bytes: Buffer;
  readonly text: string;
  /** The body read as JSON; throws where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: checks look into answers freely
  readonly json: any;
}

export interface CallOptions {
  /** Sent in `X-Service-Token`; null or left out sends none. */
  readonly token?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON; text and bytes as they are. */
  readonly body?: unknown;
  readonly agent?: Agent;
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

/** Calls over HTTPS and HTTP/1.1, with the certificate checked. The path goes out exactly as it is given. */
export function clientOf(target: Target): Call {
  return (method, path, options = {}) => callOnce(target, method, path, options);
}

function callOnce(target: Target, method: string, path: string, options: CallOptions): Promise<Answer> {
  const { protocol, hostname, port, pathname } = new URL(target.url);
  const { bytes, type } = bodyOf(options.body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        protocol,
        hostname,
        port,
        path: pathname.replace(/\/$/, '') + path,
        method,
        ca: target.ca,
        // Else a Host header would be taken for the name that the certificate has to hold.
        servername: isIP(hostname) ? '' : hostname,
        ...(options.agent === undefined ? {} : { agent: options.agent }),
        headers: {
          ...(options.token == null ? {} : { 'x-service-token': options.token }),
          ...(type === undefined ? {} : { 'content-type': type }),
          ...(bytes === undefined || isChunked(options) ? {} : { 'content-length': bytes.length }),
          ...options.headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', reject);
        incoming.once('end', () =>
          resolve(answerOf(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks))),
        );
      },
    );
    outgoing.once('error', reject);
    outgoing.end(bytes);
  });
}

const isChunked = ({ headers }: CallOptions): boolean => headers?.['transfer-encoding'] === 'chunked';

export function answerOf(status: number, headers: Answer['headers'], bytes: Buffer): Answer {
  return {
    status,
    headers,
    bytes,
    get text() {
      return bytes.toString('utf8');
    },
    get json() {
      return JSON.parse(bytes.toString('utf8'));
    },
  };
}

function bodyOf(body: unknown): { bytes?: Buffer; type?: string } {
  if (body === undefined) return {};
  if (typeof body === 'string') return { bytes: Buffer.from(body) };
  if (body instanceof Uint8Array) return { bytes: Buffer.from(body) };
  return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
}
