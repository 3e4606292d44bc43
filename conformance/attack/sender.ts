import { Client, type Dispatcher } from 'undici';
import type { Target } from '../harness/client.ts';

/** A request as it goes out, but for what HTTP itself adds. */
export interface Outgoing {
  readonly method: string;
  /** With the query, encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Without its parameters. */
  readonly type: string;
  readonly bytes: Buffer;
  readonly text: string;
  /** Undefined where the body is no JSON. */
  readonly json: unknown;
  readonly tookMs: number;
}

/** Answers later than this come too late. */
export const limitMs = 10_000;

/** The connection gave no answer. */
export class NoAnswer extends Error {}

export type Send = (outgoing: Outgoing) => Promise<Seen>;

/** Sends over HTTPS on a connection that is kept open. */
export function senderTo(target: Target): { send: Send; close(): Promise<void> } {
  const { origin, pathname } = new URL(target.url);
  const client = new Client(origin, {
    connect: { ca: target.ca },
    pipelining: 1,
    keepAliveTimeout: 60_000,
    allowH2: false,
    headersTimeout: 7 * limitMs,
    bodyTimeout: 7 * limitMs,
  });
  const prefix = pathname.replace(/\/$/, '');
  const send: Send = ({ method, path, headers, body = null }) =>
    new Promise((resolve, reject) => {
      // A GET with a body would end the connection, and opening one takes as long as several requests.
      const wanted = { path: prefix + path, method, headers, body, reset: false };
      client.dispatch(wanted, gathering(resolve, reject));
    });
  return { send, close: () => client.destroy() };
}

/** Gathers an answer without a stream in between, which would cost as much as all the rest. */
function gathering(
  resolve: (answer: Seen) => void,
  reject: (error: NoAnswer) => void,
): Dispatcher.DispatchHandler {
  const startedAt = performance.now();
  const chunks: Buffer[] = [];
  let status = 0;
  let headers: Seen['headers'] = {};
  let isEndless = false;
  const answer = (): Seen => seen(status, headers, Buffer.concat(chunks), performance.now() - startedAt);
  return {
    onRequestStart: () => {},
    onResponseStart: (controller, statusCode, told) => {
      status = statusCode;
      headers = told;
      isEndless = String(told['content-type']).startsWith('text/event-stream');
      if (isEndless) controller.abort(new Error('It would go on for ever.'));
    },
    onResponseData: (_controller, chunk) => {
      chunks.push(chunk);
    },
    onResponseEnd: () => resolve(answer()),
    onResponseError: (_controller, error) =>
      isEndless ? resolve(answer()) : reject(new NoAnswer(`${error} ${error.cause ?? ''}`)),
  };
}

function seen(status: number, headers: Seen['headers'], bytes: Buffer, tookMs: number): Seen {
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  const text = /^(text|application\/json|image\/svg)/.test(type)
    ? bytes.toString('utf8')
    : bytes.toString('latin1');
  return {
    status,
    headers,
    type,
    bytes,
    text,
    json: type === 'application/json' ? read(text) : undefined,
    tookMs,
  };
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
