import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Agent, type Dispatcher } from 'undici';
import type { Answer, Route } from '../contract/calls.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import { withNextStep } from './next-step.ts';
import { type GivenServer, pasteable } from './pasteable-hints.ts';
import { type AnySent, callTarget, type SentWith } from './server-call.ts';
import { findServer, type ServerPlace, type serverOptions } from './server-options.ts';

/** Talks to one running server with one token. */
export interface ServerClient {
  readonly url: string;
  /** How it was named, for hints at other commands. */
  readonly given: GivenServer;
  /**
   * Calls an operation and reads the JSON answer.
   * @throws ServerRefused, CommandFailed
   */
  ask<R extends Route>(route: R, ...sent: SentWith<R>): Promise<Answer<R>>;
  /** The same for an answer whose bytes are wanted as they come. */
  open<R extends Route>(route: R, ...sent: SentWith<R>): Promise<Readable>;
  /** Whatever it answers, read whole. */
  raw(method: 'GET' | 'POST', target: string, body?: unknown): Promise<RawAnswer>;
  /** The bytes at an address that an answer named. */
  download(address: string, signal: AbortSignal): Promise<Readable>;
  close(): Promise<void>;
}

export interface RawAnswer {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

interface Request {
  readonly method: string;
  /** Below the server's address, encoded, as `/v1/me`. */
  readonly target: string;
  readonly sent: AnySent;
}

/** The server answered with an error; the message is its sentence. */
export class ServerRefused extends CommandFailed {
  readonly status: number;
  /** In its own words, without what a person at a terminal does next. */
  readonly sentence: string;
  /** All that it answered, where that was JSON. */
  readonly answer: unknown;
  constructor(status: number, sentence: string, answer?: unknown, message: string = sentence) {
    super(message);
    this.status = status;
    this.sentence = sentence;
    this.answer = answer;
  }
}

/** Opens the server that the options name for the time of one piece of work. */
export async function withServer<T>(
  given: { readonly [Name in keyof typeof serverOptions]?: string },
  io: CommandIo,
  work: (server: ServerClient) => Promise<T>,
): Promise<T> {
  const { url, ca, data } = given;
  const client = connectTo(await findServer(given, io), { url, ca, data });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Reading a large design takes the server a while after the last byte is sent. */
const answerTimeoutMs = 30 * 60_000;

export function connectTo({ url, token, trusted }: ServerPlace, given: GivenServer = {}): ServerClient {
  const agent = new Agent({
    connect: { timeout: 10_000, ...(trusted === undefined ? {} : { ca: trusted }) },
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
    allowH2: false,
  });
  const send = async (request: Request): Promise<Dispatcher.ResponseData> => {
    const answer = await attempt(url, request.sent.signal, () =>
      agent.request(requestOptions(url, token, request)),
    );
    if (answer.statusCode >= 200 && answer.statusCode < 300) return answer;
    throw await refusalOf(answer, { url, given });
  };
  return {
    url,
    given,
    ask: async <R extends Route>(route: R, ...sent: SentWith<R>) => {
      const request = requestOf(route, sent);
      const answer = await send(request);
      return (await attempt(url, request.sent.signal, () => answer.body.json())) as Answer<R>;
    },
    open: async (route, ...sent) => (await send(requestOf(route, sent))).body,
    raw: (method, target, body) =>
      attempt(url, undefined, async () => {
        const sent = body === undefined ? {} : { body };
        const answer = await agent.request(requestOptions(url, token, { method, target, sent }));
        const type = String(answer.headers['content-type'] ?? '');
        const bytes = Buffer.from(await answer.body.arrayBuffer());
        return { status: answer.statusCode, type, headers: answer.headers, bytes };
      }),
    download: async (address, signal) =>
      (await send({ method: 'GET', target: targetBelow(url, address), sent: { signal } })).body,
    close: () => agent.destroy(),
  };
}

function requestOf<R extends Route>(route: R, sent: SentWith<R>): Request {
  const [method = 'GET'] = route.split(' ', 1);
  return { method, target: callTarget(route, ...sent), sent: (sent[0] ?? {}) as AnySent };
}

/** The server may be known by another name here than it has in its addresses. */
function targetBelow(serverUrl: string, address: string): string {
  const { pathname, search } = new URL(address);
  const base = new URL(serverUrl).pathname.replace(/\/$/, '');
  return (pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname) + search;
}

function requestOptions(
  url: string,
  token: string,
  { method, target, sent: { body, bytes, signal } }: Request,
): Dispatcher.RequestOptions {
  const { origin, pathname } = new URL(url);
  return {
    origin,
    method: method as Dispatcher.HttpMethod,
    path: pathname.replace(/\/$/, '') + target,
    headers: {
      // Whichever of the two headers the server listens to; the same token in both counts as one.
      'X-Service-Token': token,
      'X-Figma-Token': token,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(bytes === undefined
        ? {}
        : { 'Content-Type': bytes.type, 'Content-Length': String(bytes.sizeBytes) }),
    },
    body: body === undefined ? ((bytes?.stream as Readable | Buffer | undefined) ?? null) : jsonText(body),
    ...(signal === undefined ? {} : { signal }),
  };
}

function jsonText(json: unknown): string {
  try {
    return JSON.stringify(json);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandFailed(
      'This is too large to send at once; large designs go in with "npx vitrine import".',
    );
  }
}

async function refusalOf(
  answer: Dispatcher.ResponseData,
  { url, given }: Pick<ServerClient, 'url' | 'given'>,
): Promise<ServerRefused> {
  const said = readJson(await text(answer.body).catch(() => ''));
  const sentence = sentenceOf(said) ?? `${url} answered ${answer.statusCode}.`;
  const message = pasteable(withNextStep(sentence), given);
  return new ServerRefused(answer.statusCode, sentence, said, message);
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function sentenceOf(answer: unknown): string | undefined {
  const { message, err } = (answer ?? {}) as { message?: unknown; err?: unknown };
  const sentence = [message, err].find((value) => typeof value === 'string' && value !== '') as
    | string
    | undefined;
  return sentence === undefined || /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
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
    return `No Vitrine server answers at ${url}. Start one with "npx vitrine serve", or name another with --url.`;
  }
  if (/CERT|SIGNATURE|ISSUER|SELF_SIGNED/.test(code)) {
    return `The certificate of ${url} is not trusted (${code}): name its certificate authority with --ca or VITRINE_CA.`;
  }
  if (code.startsWith('ERR_SSL')) return `What answers at ${url} does not speak HTTPS.`;
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return `The server at ${url} did not answer in time.`;
  return `The connection to ${url} broke: ${error.message || code}.`;
}
