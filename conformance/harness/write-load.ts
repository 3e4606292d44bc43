import { once } from 'node:events';
import { Agent, type RequestOptions, request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Target } from './client.ts';
import { pixelPng, smallFile } from './example-file.ts';

/** What was written, and answered with success, in this order; and what was not. */
export interface WriteReport {
  readonly written: string[];
  readonly failures: string[];
  /** How often a server sent the client away. */
  sentAway: number;
}

interface Write {
  /** What is to be found again. */
  readonly mark: string;
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
  /** The body comes in so many pieces, with a pause before each. */
  readonly pieces: number;
}

const pauseMs = 80;

/** Another state of a file each time, pushed at once. */
export const pushesTo =
  (file: string) =>
  (count: number): Write => ({
    mark: `Round ${count}`,
    path: `/workspace/v1/files/${file}/content`,
    type: 'application/json',
    body: Buffer.from(JSON.stringify(smallFile(`Round ${count}`))),
    pieces: 1,
  });

/** Another image each time, which takes a while to come. */
export const slowUploadsTo =
  (file: string) =>
  (count: number): Write => ({
    mark: `upload-${count}`,
    path: `/workspace/v1/files/${file}/image-fills/upload-${count}`,
    type: 'image/png',
    body: pixelPng,
    pieces: 8,
  });

/** A client that writes one thing after another, on a connection that it keeps until it is sent away. None is repeated. */
export function beginWrites(
  target: Target,
  token: string,
  next: (count: number) => Write,
): {
  /** Resolves once so many more were written. */
  more(count: number): Promise<void>;
  stop(): Promise<WriteReport>;
} {
  const report: WriteReport = { written: [], failures: [], sentAway: 0 };
  let isStopped = false;
  const work = (async () => {
    let agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let count = 1; !isStopped; count += 1) {
      const one = next(count);
      const answer = await send(target, token, agent, one).catch(String);
      if (typeof answer !== 'string' && answer.status === 200) report.written.push(one.mark);
      else report.failures.push(`${one.mark}: ${JSON.stringify(answer)}`);
      if (typeof answer !== 'string' && !answer.isLast) continue;
      report.sentAway += 1;
      agent.destroy();
      agent = new Agent({ keepAlive: true, maxSockets: 1 });
    }
    agent.destroy();
  })();
  return {
    more: async (count) => {
      const enough = report.written.length + count;
      await expect.poll(() => report.written.length >= enough || report.failures.length > 0).toBe(true);
    },
    stop: async () => {
      isStopped = true;
      await work;
      return report;
    },
  };
}

async function send(
  { url, ca }: Target,
  token: string,
  agent: Agent,
  { path, type, body, pieces }: Write,
): Promise<{ status: number | undefined; isLast: boolean }> {
  const headers = { 'x-service-token': token, 'content-type': type, 'content-length': body.length };
  const { hostname, port } = new URL(url);
  const options: RequestOptions = { hostname, port, path, method: 'PUT', ca, agent, headers, servername: '' };
  const outgoing = request(options);
  const answered = once(outgoing, 'response');
  answered.catch(() => undefined);
  const size = Math.ceil(body.length / pieces);
  for (let start = 0; start < body.length; start += size) {
    await wait(pauseMs);
    outgoing.write(body.subarray(start, start + size));
  }
  outgoing.end();
  const [incoming] = await answered;
  incoming.resume();
  await once(incoming, 'end');
  return { status: incoming.statusCode, isLast: incoming.headers.connection === 'close' };
}
