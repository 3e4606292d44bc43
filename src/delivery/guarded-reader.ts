import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Agent, Dispatcher } from 'undici';
import { openedOnce } from '../opened-once.ts';
import type { AddressGuard } from './address-guard.ts';
import { startDeadline } from './deadline.ts';
import { readEndpoint } from './endpoint.ts';
import { guardedConnector } from './guarded-connect.ts';
import { type HeaderLines, keptHeaders } from './header-lines.ts';
import { nameResolver, type ResolveName } from './resolve-name.ts';

/** One GET, unless it says what is sent. */
export interface Reading {
  readonly url: string;
  readonly sent?: { readonly method: 'POST' | 'DELETE'; readonly body?: string };
  readonly headers?: HeaderLines;
  /** From the call to the end of the answer, in real time. */
  readonly deadlineMs: number;
  /** Breaks it off. */
  readonly signal?: AbortSignal;
}

/** An answer whose body comes as it is read, decompressed; it has to be read or destroyed. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: HeaderLines;
  readonly body: Readable;
}

/**
 * Reads from addresses that others have given. Redirects are answers like others and are not followed, so no header
 * goes anywhere but to the address that was asked for.
 */
export interface GuardedReader {
  /** @throws what the connection failed with; `failureOf` words it */
  readonly get: (reading: Reading) => Promise<ReadAnswer>;
  /** Breaks off what is under way. */
  readonly close: () => Promise<void>;
}

export interface GuardedReaderOptions {
  readonly guard: AddressGuard;
  readonly resolveName?: ResolveName;
  /** Authorities to trust, in PEM; without it those of the system. */
  readonly ca?: string | undefined;
}

const connectMs = 10_000;
/** Between two pieces of an answer. */
const silenceMs = 60_000;
const mostConnections = 8;

export function guardedReader({
  guard,
  resolveName = nameResolver(),
  ca,
}: GuardedReaderOptions): GuardedReader {
  const closing = new AbortController();
  const trust = ca === undefined ? {} : { ca };
  const connect = guardedConnector({
    guard,
    resolveName,
    deadlineMs: connectMs,
    closing: closing.signal,
    ...trust,
  });
  const agent = openedOnce(() => openAgent(connect));
  return {
    get: async (reading) => get(await agent.get(), { signal: closing.signal, ...reading }),
    close: async () => {
      closing.abort();
      await (await agent.open())?.destroy();
    },
  };
}

/** A server that reads from nobody does without the megabytes of what calls are made with. */
async function openAgent(connect: NonNullable<Agent.Options['connect']>): Promise<Dispatcher> {
  const { Agent } = await import('undici');
  return new Agent({
    connect,
    allowH2: false,
    pipelining: 1,
    connections: mostConnections,
    maxHeaderSize: 16 * 1024,
    headersTimeout: 0,
    bodyTimeout: silenceMs,
  });
}

async function get(
  agent: Dispatcher,
  { url, headers, deadlineMs, sent, signal }: Reading,
): Promise<ReadAnswer> {
  const { origin, path } = readEndpoint(url);
  const deadline = startDeadline(deadlineMs, signal);
  try {
    const answer = await agent.request({
      origin,
      path,
      method: sent?.method ?? 'GET',
      signal: deadline.signal,
      ...(sent?.body === undefined ? {} : { body: sent.body }),
      headers: { accept: '*/*', 'accept-encoding': 'gzip', ...headers },
    });
    const body = plainBody(answer);
    body.once('close', deadline.stop);
    // Who reads is told by the reading; what breaks after it was given up ends no process.
    body.on('error', () => undefined);
    return { status: answer.statusCode, headers: keptHeaders(answer.headers), body };
  } catch (error) {
    deadline.stop();
    throw error;
  }
}

function plainBody({ body, headers }: Dispatcher.ResponseData): Readable {
  if (headers['content-encoding'] !== 'gzip') return body;
  const plain = createGunzip();
  body.on('error', (error) => plain.destroy(error));
  plain.on('close', () => body.destroy());
  return body.pipe(plain);
}
