import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';

/** A request as a receiver of webhooks got it. */
export interface Received {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads freely
  readonly json: any;
}

/** A receiver of webhooks on loopback, without TLS: test mode takes it. */
export interface Receiver {
  readonly url: string;
  /** Oldest first. */
  readonly received: Received[];
  /** Resolves once so many requests have come; fails with how many did. */
  until(count: number): Promise<readonly Received[]>;
  /** Answers the requests from now on. */
  answer(how: number | ((received: Received, response: ServerResponse) => void)): void;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: (received: Received, response: ServerResponse) => void = (_one, response) => response.end();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { url: path = '', method = '', headers } = request;
    const one = { path, method, headers, body, json: JSON.parse(body) };
    received.push(one);
    answer(one, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    until: async (count) => {
      const message = 'requests that the receiver got';
      await expect.poll(() => received.length, { interval: 10, message }).toBeGreaterThanOrEqual(count);
      return received.slice(0, count);
    },
    answer: (how) => {
      answer = typeof how === 'function' ? how : (_one, response) => response.writeHead(how).end();
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
