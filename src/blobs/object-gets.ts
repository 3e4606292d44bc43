import { Agent } from 'undici';
import { AnswerBody } from './answer-body.ts';
import { spareParser } from './spare-parser.ts';

/** What is used of a request that the SDK has made up and signed. */
export interface SignedRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer in the form of the SDK. */
export interface ObjectAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AnswerBody;
}

/** Gets objects, in place of the SDK's own handler: that one copies each chunk, and hands it on through two streams. */
export interface ObjectGets {
  /** @throws what went wrong, by the names by which the SDK knows whether to ask again */
  send(request: SignedRequest): Promise<ObjectAnswer>;
  close(): void;
}

export interface ObjectGetsLimits {
  readonly connectMs: number;
  /** How long a connection may bring nothing. */
  readonly silenceMs: number;
  readonly mostSockets: number;
}

/** How long an unused connection is kept, unless the store says otherwise. */
const idleMs = 15_000;

export function objectGets({ connectMs, silenceMs, mostSockets }: ObjectGetsLimits): ObjectGets {
  const agent = new Agent({
    connections: mostSockets,
    connect: { timeout: connectMs },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    keepAliveTimeout: idleMs,
    allowH2: false,
  });
  const parserIsMade = spareParser();
  agent.once('connect', parserIsMade);
  return {
    send: (request) => send(agent, request),
    close: () => {
      parserIsMade();
      void agent.destroy();
    },
  };
}

function send(agent: Agent, request: SignedRequest): Promise<ObjectAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ObjectAnswer>();
  let body: AnswerBody | undefined;
  agent.dispatch(
    { method: 'GET', origin: originOf(request), path: pathOf(request), headers: request.headers },
    {
      // It is asked for, though there is nothing to be done.
      onRequestStart: () => undefined,
      onResponseStart: (answer, statusCode, headers) => {
        // What comes before the answer itself has no bytes.
        if (statusCode < 200) return;
        body = new AnswerBody(answer);
        resolve({ statusCode, headers: joined(headers), body });
      },
      onResponseData: (_answer, chunk) => body?.came(chunk),
      onResponseEnd: () => body?.ended(),
      onResponseError: (_answer, error) => {
        const failure = asSdkKnows(error);
        if (body === undefined) reject(failure);
        else body.destroy(failure);
      },
    },
  );
  return promise;
}

const originOf = ({ protocol, hostname, port }: SignedRequest): string =>
  `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`;

function pathOf({ path, query = {} }: SignedRequest): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) all[name] = String(value);
  return all;
}

/** The connection ended before its answer, or in the middle of it. */
const ends = new Set(['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);
const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const breaks = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** By the name of a time that was over the SDK knows what may be asked again, connections that broke as well. */
function asSdkKnows(error: Error): Error {
  const code = String((error as { code?: unknown }).code);
  if (ends.has(code)) return named(new Error(error.message, { cause: error }), 'ECONNRESET');
  if (timeouts.has(code)) return named(new Error(error.message, { cause: error }));
  return breaks.has(code) ? named(error) : error;
}

const named = (error: Error, code?: string): Error =>
  Object.assign(error, { name: 'TimeoutError', ...(code === undefined ? {} : { code }) });
