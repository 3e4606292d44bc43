import { Agent } from 'undici';
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

/** Sends over HTTPS on connections that are kept open. */
export function senderTo(target: Target): { send: Send; close(): Promise<void> } {
  const agent = new Agent({
    ...{
      connect: { ca: target.ca },
      connections: 1,
      pipelining: 1,
      keepAliveTimeout: 60_000,
      allowH2: false,
    },
    ...{ headersTimeout: 4 * limitMs, bodyTimeout: 4 * limitMs },
  });
  const { origin, pathname } = new URL(target.url);
  const prefix = pathname.replace(/\/$/, '');
  const send: Send = async ({ method, path, headers, body }) => {
    const startedAt = performance.now();
    try {
      const answer = await agent.request({
        ...{ origin, path: prefix + path, method: method as 'GET', headers },
        ...(body === undefined ? {} : { body }),
      });
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      return seen(answer.statusCode, answer.headers, bytes, performance.now() - startedAt);
    } catch (error) {
      throw new NoAnswer(`${error} ${(error as Error).cause ?? ''}`);
    }
  };
  return { send, close: () => agent.destroy() };
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
