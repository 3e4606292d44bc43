import { Agent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Answer, clientOf, type Target } from './client.ts';
import { openHttp2 } from './http2-client.ts';

/** What clients saw. */
export interface LoadReport {
  /** Answers over HTTP/1.1 and over HTTP/2. */
  readonly answers: { http1: number; http2: number };
  /** How often a server sent a client away, by `Connection: close` or GOAWAY. */
  readonly sentAway: { http1: number; http2: number };
  /** Requests without an answer, and answers that are none of success. */
  readonly failures: string[];
}

export interface Load {
  /** Resolves once so many more requests were answered over each protocol. */
  more(count: number): Promise<void>;
  /** Resolves once each client has its last answer. */
  stop(): Promise<LoadReport>;
}

export interface LoadOptions {
  /** Asked before each new connection, as a balancer is. */
  readonly pick: () => Target;
  readonly token: string;
  readonly http1: number;
  readonly http2: number;
  /** How long a client rests between two requests; not at all, if left out. */
  readonly restMs?: number;
}

/** Requests that a client has under way on one connection of HTTP/2. */
const streams = 3;

/**
 * Clients that go on calling, one request after another. Each stays with its connection until it is sent away, and a
 * request that breaks is a failure: none is repeated but those of which HTTP/2 says that they were not begun.
 */
export function beginLoad(options: LoadOptions): Load {
  const report: LoadReport = {
    answers: { http1: 0, http2: 0 },
    sentAway: { http1: 0, http2: 0 },
    failures: [],
  };
  let isStopped = false;
  const goesOn = () => !isStopped;
  const clients = [
    ...Array.from({ length: options.http1 }, () => callOverHttp1(options, report, goesOn)),
    ...Array.from({ length: options.http2 }, () => callOverHttp2(options, report, goesOn)),
  ];
  return {
    more: async (count) => {
      const before = { ...report.answers };
      const enough = () => kinds.every((kind) => report.answers[kind] >= before[kind] + count);
      await expect.poll(() => enough() || report.failures.length > 0).toBe(true);
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(clients);
      return report;
    },
  };
}

const kinds = ['http1', 'http2'] as const;

/** Short answers and a long one. */
const paths = ['/v1/me', '/workspace/v1/teams', '/openapi.json', '/v1/me', '/healthz'];

function judge(report: LoadReport, kind: 'http1' | 'http2', path: string, { status, text }: Answer): void {
  if (status === 200) report.answers[kind] += 1;
  else report.failures.push(`${kind} ${path}: ${status} ${text.slice(0, 200)}`);
}

async function callOverHttp1(
  { pick, token, restMs = 0 }: LoadOptions,
  report: LoadReport,
  goesOn: () => boolean,
): Promise<void> {
  for (let count = 0; goesOn(); ) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const call = clientOf(pick());
    for (let isSentAway = false; goesOn() && !isSentAway; count += 1) {
      const path = paths[count % paths.length] as string;
      try {
        const answer = await call('GET', path, { token, agent });
        judge(report, 'http1', path, answer);
        isSentAway = answer.headers.connection === 'close';
        if (restMs > 0) await wait(restMs);
      } catch (error) {
        report.failures.push(`http1 ${path}: ${error}`);
        await wait(20);
        isSentAway = true;
      }
      if (isSentAway) report.sentAway.http1 += 1;
    }
    agent.destroy();
  }
}

async function callOverHttp2(
  { pick, token, restMs = 0 }: LoadOptions,
  report: LoadReport,
  goesOn: () => boolean,
): Promise<void> {
  const headers = { 'x-service-token': token };
  while (goesOn()) {
    const connection = await openHttp2(pick()).catch((error) => report.failures.push(`http2: ${error}`));
    if (typeof connection === 'number') continue;
    let isSentAway = false;
    connection.session.once('goaway', () => {
      isSentAway = true;
      report.sentAway.http2 += 1;
    });
    const stream = async (first: number): Promise<void> => {
      for (let count = first; goesOn() && !isSentAway; count += 1) {
        const path = paths[count % paths.length] as string;
        try {
          judge(report, 'http2', path, await connection.call('GET', path, headers));
          if (restMs > 0) await wait(restMs);
        } catch (error) {
          if (!wasNotBegun(error)) report.failures.push(`http2 ${path}: ${error}`);
          isSentAway = true;
        }
      }
    };
    await Promise.all(Array.from({ length: streams }, (_, index) => stream(index)));
    // One that was sent away is closed already, and calls nobody back.
    connection.session.destroy();
  }
}

/** The client may repeat these whatever they ask for. @see RFC 9113, 8.7 */
function wasNotBegun(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return (
    code === 'ERR_HTTP2_GOAWAY_SESSION' ||
    code === 'ERR_HTTP2_INVALID_SESSION' ||
    message.includes('NGHTTP2_REFUSED_STREAM')
  );
}
