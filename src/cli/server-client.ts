import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Agent, type Dispatcher } from 'undici';
import { CommandFailed, type CommandIo } from './command.ts';
import { findServer, type ServerPlace, type serverOptions } from './server-options.ts';

export interface ServerRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the server's address, encoded, as `/v1/me`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly bytes?: SentBytes;
  readonly signal?: AbortSignal;
}

export interface SentBytes {
  readonly stream: AsyncIterable<Uint8Array> | Uint8Array;
  readonly sizeBytes: number;
  readonly type: string;
}

/** Talks to one running server with one token. */
export interface ServerClient {
  readonly url: string;
  /**
   * Sends a request and reads the JSON answer.
   * @throws ServerRefused, CommandFailed
   */
  ask<Answer>(request: ServerRequest): Promise<Answer>;
  /** The same for an answer whose bytes are wanted as they come. */
  open(request: ServerRequest): Promise<Readable>;
  close(): Promise<void>;
}

/** The server answered with an error; the message is its sentence. */
export class ServerRefused extends CommandFailed {
  readonly status: number;
  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** Opens the server that the options name for the time of one piece of work. */
export async function withServer<T>(
  given: { readonly [Name in keyof typeof serverOptions]?: string },
  io: CommandIo,
  work: (server: ServerClient) => Promise<T>,
): Promise<T> {
  const client = connectTo(await findServer(given, io));
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Reading a large design takes the server a while after the last byte is sent. */
const answerTimeoutMs = 30 * 60_000;

export function connectTo({ url, token, trusted }: ServerPlace): ServerClient {
  const agent = new Agent({
    connect: { timeout: 10_000, ...(trusted === undefined ? {} : { ca: trusted }) },
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
    allowH2: false,
  });
  const send = async (request: ServerRequest): Promise<Dispatcher.ResponseData> => {
    const answer = await attempt(url, request.signal, () =>
      agent.request(requestOptions(url, token, request)),
    );
    if (answer.statusCode >= 200 && answer.statusCode < 300) return answer;
    throw await refusalOf(answer, url);
  };
  return {
    url,
    ask: async <Answer>(request: ServerRequest) => {
      const answer = await send(request);
      return (await attempt(url, request.signal, () => answer.body.json())) as Answer;
    },
    open: async (request) => (await send(request)).body,
    close: () => agent.destroy(),
  };
}

function requestOptions(url: string, token: string, request: ServerRequest): Dispatcher.RequestOptions {
  const { method, path, json, bytes, signal } = request;
  const { origin, pathname } = new URL(url);
  return {
    origin,
    method,
    path: pathname.replace(/\/$/, '') + path,
    headers: {
      // Whichever of the two headers the server listens to; the same token in both counts as one.
      'X-Service-Token': token,
      'X-Figma-Token': token,
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(bytes === undefined
        ? {}
        : { 'Content-Type': bytes.type, 'Content-Length': String(bytes.sizeBytes) }),
    },
    body: json === undefined ? ((bytes?.stream as Readable | Buffer | undefined) ?? null) : jsonText(json),
    ...(signal === undefined ? {} : { signal }),
  };
}

function jsonText(json: unknown): string {
  try {
    return JSON.stringify(json);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandFailed('This is too large to send at once; large designs go in with vitrine import.');
  }
}

async function refusalOf(answer: Dispatcher.ResponseData, url: string): Promise<ServerRefused> {
  const words = await text(answer.body).catch(() => '');
  return new ServerRefused(answer.statusCode, sentenceOf(words) ?? `${url} answered ${answer.statusCode}.`);
}

function sentenceOf(body: string): string | undefined {
  try {
    const { message, err } = JSON.parse(body) as { message?: unknown; err?: unknown };
    const sentence = [message, err].find((value) => typeof value === 'string' && value !== '') as
      | string
      | undefined;
    return sentence === undefined || /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  } catch {
    return undefined;
  }
}

/** Turns what goes wrong on the way into a sentence. A stop that was asked for stays what it is. */
async function attempt<T>(url: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommandFailed || signal?.aborted) throw error;
    throw new CommandFailed(wayProblem(url, error as NodeJS.ErrnoException), { cause: error });
  }
}

const nobodyThere = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function wayProblem(url: string, error: NodeJS.ErrnoException): string {
  const code = error.code ?? '';
  if (nobodyThere.has(code) || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return `No Vitrine server answers at ${url}. Start one with "vitrine serve", or name another with --url.`;
  }
  if (/CERT|SIGNATURE|ISSUER|SELF_SIGNED/.test(code)) {
    return `The certificate of ${url} is not trusted (${code}): name its certificate authority with --ca or VITRINE_CA.`;
  }
  if (code.startsWith('ERR_SSL')) return `What answers at ${url} does not speak HTTPS.`;
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return `The server at ${url} did not answer in time.`;
  return `The connection to ${url} broke: ${error.message || code}.`;
}
