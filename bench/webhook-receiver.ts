import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The message of a change as it arrived at a receiver. */
export interface Arrival {
  readonly message: string;
  readonly at: number;
}

/** A receiver of webhooks: under `/healthy` it answers at once, under `/dead` never. */
export interface WebhookReceiver {
  readonly url: string;
  /** Forgets what has arrived. */
  restart(): void;
  /** Resolves once so many messages have arrived under `/healthy`. */
  until(count: number): Promise<readonly Arrival[]>;
  close(): Promise<void>;
}

export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  let arrivals: Arrival[] = [];
  let look = (): void => undefined;
  const held = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const at = performance.now();
    if (request.url?.startsWith('/dead')) {
      held.add(response);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      response.end();
      const { change_message: message } = JSON.parse(Buffer.concat(chunks).toString());
      if (message !== undefined) arrivals.push({ message, at });
      look();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    restart: () => {
      arrivals = [];
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
        for (const response of held) response.destroy();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
