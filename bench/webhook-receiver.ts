import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The message of a change as it arrived at a receiver. */
export interface Arrival {
  readonly message: string;
  readonly at: number;
}

/**
 * A receiver of webhooks: under `/healthy` it answers at once, under `/failing` with 500, under `/later` once it
 * is told to, and under `/dead` never.
 */
export interface WebhookReceiver {
  readonly url: string;
  /** Forgets what has arrived. */
  restart(): void;
  /** Ends the calls under `/dead`, which a server would wait for until they take too long. */
  hangUp(): void;
  /** Answers what waits under `/later`, and from now on at once. */
  answerLater(): void;
  /** Resolves once so many messages have been answered. */
  until(count: number): Promise<readonly Arrival[]>;
  close(): Promise<void>;
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  let arrivals: Arrival[] = [];
  let look = (): void => undefined;
  let isLater = false;
  const dead = new Set<ServerResponse>();
  const hangUp = () => {
    for (const response of dead) response.destroy();
    dead.clear();
  };
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const at = performance.now();
    const path = request.url ?? '';
    if (path.startsWith('/dead')) {
      dead.add(response);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const answer = () => {
        response.writeHead(path === '/failing' ? 500 : 200).end();
        const { description: message } = JSON.parse(Buffer.concat(chunks).toString());
        if (message !== undefined) arrivals.push({ message, at });
        look();
      };
      if (path.startsWith('/later') && !isLater) waiting.push(answer);
      else answer();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    restart: () => {
      arrivals = [];
    },
    hangUp,
    answerLater: () => {
      isLater = true;
      for (const answer of waiting.splice(0)) answer();
    },
    until: (count) =>
      new Promise((resolve) => {
        look = () => {
          if (arrivals.length >= count) resolve(arrivals);
        };
        look();
      }),
    close: () =>
      new Promise((done) => {
        hangUp();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
