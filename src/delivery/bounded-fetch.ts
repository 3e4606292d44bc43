import { Agent, type Dispatcher } from 'undici';
import { messageOf } from '../errors.ts';

/** A call that came to nothing; the sentence says why, and may be logged. */
export class CallCameToNothing extends Error {
  override readonly name = 'CallCameToNothing';
}

/** What a library asks to be called. */
export interface FetchOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Calls an address that the operator has set, which may lie in a private network. Time and memory are bounded,
 * redirects are not followed, and nothing is decompressed.
 */
export interface BoundedFetch {
  /** @throws CallCameToNothing also where the other side answers that it failed */
  readonly fetch: (url: string, options: FetchOptions, signal: AbortSignal) => Promise<Response>;
  readonly close: () => Promise<void>;
}

const mostBytes = 512 * 1024;
const headerBytes = 16 * 1024;
const mostConnections = 16;
/** Statuses whose answers have no body; a Response of one refuses to be given any. */
const bodiless = new Set([101, 204, 205, 304]);

export function boundedFetch(): BoundedFetch {
  const agent = new Agent({
    connections: mostConnections,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: headerBytes,
    keepAliveTimeout: 2000,
    // The caller's signal stands for these.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    fetch: async (url, options, signal) => {
      try {
        return await ask(agent, url, options, signal);
      } catch (error) {
        if (error instanceof CallCameToNothing) throw error;
        throw new CallCameToNothing(signal.aborted ? 'It took too long.' : messageOf(error), {
          cause: error,
        });
      }
    },
    close: () => agent.destroy(),
  };
}

async function ask(
  dispatcher: Dispatcher,
  url: string,
  { method, headers, body }: FetchOptions,
  signal: AbortSignal,
): Promise<Response> {
  const { origin, pathname, search, protocol } = new URL(url);
  if (protocol !== 'https:') throw new CallCameToNothing('An address is not one of https://.');
  const answer = await dispatcher.request({
    origin,
    path: `${pathname}${search}`,
    signal,
    method: method as Dispatcher.HttpMethod,
    headers: { ...headers, 'accept-encoding': 'identity' },
    body: body === undefined || body === null ? null : String(body),
  });
  const bytes = await readBounded(answer.body);
  if (answer.statusCode >= 500) throw new CallCameToNothing(`It answered with ${answer.statusCode}.`);
  return new Response(bodiless.has(answer.statusCode) ? null : bytes, {
    status: answer.statusCode,
    headers: Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      [value ?? []].flat().map((one) => [name, one]),
    ),
  });
}

/** A longer body is not read on; its connection is closed. */
async function readBounded(body: Dispatcher.ResponseData['body']): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > mostBytes) throw new CallCameToNothing('Its answer is larger than 512 KiB.');
  }
  return new Uint8Array(Buffer.concat(chunks));
}
