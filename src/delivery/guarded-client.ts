import type { Agent, Dispatcher } from 'undici';
import { openedOnce } from '../opened-once.ts';
import type { AddressGuard } from './address-guard.ts';
import { type CallFailure, failureOf, tooSlow } from './call-failure.ts';
import { startDeadline } from './deadline.ts';
import { type Endpoint, EndpointRefused, readEndpoint } from './endpoint.ts';
import { checkedAddresses, guardedConnector } from './guarded-connect.ts';
import { type HeaderLines, keptHeaders, sentHeaders } from './header-lines.ts';
import { type OwnerAgents, ownerAgents } from './owner-agents.ts';
import { nameResolver, type ResolveName } from './resolve-name.ts';

/** One POST. */
export interface Call {
  readonly url: string;
  /** Whose endpoint it is; connections are shared between calls of one owner only. */
  readonly owner: string;
  readonly headers: HeaderLines;
  readonly body: string | Uint8Array;
}

/** What the receiver answered, whatever the status. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: HeaderLines;
  /** At most 64 KiB, as received; not decompressed. */
  readonly body: Buffer;
  /** Whether the body was longer. */
  readonly cut: boolean;
  readonly durationMs: number;
}

export type Outcome = Answer | ({ readonly kind: 'failure'; readonly durationMs: number } & CallFailure);

/**
 * Calls endpoints that strangers have given. Memory is bounded by the calls under way, each with 16 KiB of
 * headers and 64 KiB of body at the most; how many run at once is the caller's to decide.
 */
export interface GuardedClient {
  /** Never rejects. Redirects are not followed. */
  readonly post: (call: Call) => Promise<Outcome>;
  /**
   * Why an endpoint would not be called, or undefined. A name without an address is not refused: it may get
   * one, and each attempt is checked anew.
   */
  readonly refusalOf: (url: string) => Promise<string | undefined>;
  /** Breaks off what is under way and closes every connection. */
  readonly close: () => Promise<void>;
}

export interface GuardedClientOptions {
  readonly guard: AddressGuard;
  readonly resolveName?: ResolveName;
  /** Authorities to trust, in PEM; without it those of the system. */
  readonly ca?: string;
  /** From the call to the last byte of the answer, in real time. @see ruling H18 */
  readonly deadlineMs?: number;
  /** How long an owner's connections wait for a next call. */
  readonly idleMs?: number;
}

const answerBytes = 64 * 1024;
const headerBytes = 16 * 1024;
const mostIdleOwners = 256;
const defaultHeaders = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Vitrine' };

export function guardedClient({
  guard,
  resolveName = nameResolver(),
  ca,
  deadlineMs = 30_000,
  idleMs = 2000,
}: GuardedClientOptions): GuardedClient {
  const closing = new AbortController();
  const trust = ca === undefined ? {} : { ca };
  const connection = { guard, resolveName, deadlineMs, closing: closing.signal, ...trust };
  const options = agentOptions(guardedConnector(connection), idleMs);
  const agents = openedOnce(() => openAgents(options, idleMs));

  const post = async (call: Call): Promise<Outcome> => {
    const { lend } = await agents.get();
    const startedAt = performance.now();
    const durationMs = (): number => Math.round(performance.now() - startedAt);
    const deadline = startDeadline(deadlineMs);
    const { agent, giveBack } = lend(call.owner);
    try {
      const answer = await send(agent, readEndpoint(call.url), call, deadline.signal);
      return { kind: 'answer', ...answer, durationMs: durationMs() };
    } catch (error) {
      const failure = deadline.signal.aborted ? tooSlow(deadlineMs) : failureOf(error);
      return { kind: 'failure', ...failure, durationMs: durationMs() };
    } finally {
      deadline.stop();
      giveBack();
    }
  };

  const refusalOf = async (url: string): Promise<string | undefined> => {
    const deadline = startDeadline(deadlineMs, closing.signal);
    try {
      await checkedAddresses(readEndpoint(url), connection, deadline.signal);
      return undefined;
    } catch (error) {
      return error instanceof EndpointRefused ? error.message : undefined;
    } finally {
      deadline.stop();
    }
  };

  const close = async (): Promise<void> => {
    closing.abort();
    await (await agents.open())?.close();
  };

  return { post, refusalOf, close };
}

/**
 * A server that calls nobody does without the megabytes of what calls are made with. Each of many calls does without
 * asking Node for them again, which takes 10 µs.
 */
async function openAgents(options: Agent.Options, idleMs: number): Promise<OwnerAgents> {
  const { Agent } = await import('undici');
  return ownerAgents({ makeAgent: () => new Agent(options), idleMs, mostIdle: mostIdleOwners });
}

const agentOptions = (connect: ReturnType<typeof guardedConnector>, idleMs: number): Agent.Options => ({
  connect,
  allowH2: false,
  pipelining: 1,
  keepAliveTimeout: idleMs,
  keepAliveMaxTimeout: idleMs,
  maxHeaderSize: headerBytes,
  // The deadline of the whole call stands for these.
  headersTimeout: 0,
  bodyTimeout: 0,
});

async function send(
  agent: Dispatcher,
  { origin, path, authorization }: Endpoint,
  { headers, body }: Call,
  signal: AbortSignal,
): Promise<Pick<Answer, 'status' | 'headers' | 'body' | 'cut'>> {
  const credentials = authorization === undefined ? {} : { authorization };
  const answer = await agent.request({
    origin,
    path,
    method: 'POST',
    headers: { ...defaultHeaders, ...credentials, ...sentHeaders(headers) },
    body,
    signal,
  });
  const read = await readBounded(answer.body);
  return { status: answer.statusCode, headers: keptHeaders(answer.headers), ...read };
}

/** Reads the body up to the bound; the connection of a longer one is closed. */
async function readBounded(body: Dispatcher.ResponseData['body']): Promise<{ body: Buffer; cut: boolean }> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > answerBytes) break;
  }
  return { body: Buffer.concat(chunks).subarray(0, answerBytes), cut: sizeBytes > answerBytes };
}
