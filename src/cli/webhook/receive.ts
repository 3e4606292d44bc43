import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../clock.ts';
import { verifyMessage } from '../../delivery/signature.ts';
import { CommandFailed } from '../command.ts';

/** What arrived, and whether it is from where it says. */
export interface Arrival {
  readonly event: string;
  readonly id: string;
  readonly payload: unknown;
  /** Undefined where there is nothing to compare with. */
  readonly passcode: 'right' | 'wrong' | undefined;
  readonly signature: string | undefined;
}

/** What is compared with what arrives; both may be unknown. */
export interface Expected {
  readonly passcode: string | undefined;
  readonly key: string | undefined;
}

export interface LocalReceiver {
  readonly url: string;
  close(): Promise<void>;
}

const mostBytes = 8 * 1024 * 1024;

/**
 * Listens on loopback and answers everything with the status.
 * @throws CommandFailed
 */
export async function openLocalReceiver(options: {
  port: number;
  status: number;
  expected: () => Expected;
  onArrival: (arrival: Arrival) => void;
}): Promise<LocalReceiver> {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (body !== undefined) options.onArrival(readArrival(request, body, options.expected()));
    response.writeHead(body === undefined ? 413 : options.status).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new CommandFailed(`Listening on port ${options.port} failed: ${error.message}.`)),
    );
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Undefined where it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readArrival({ headers }: IncomingMessage, body: string, { passcode, key }: Expected): Arrival {
  const payload = payloadOf(body);
  return {
    event: String(payload?.event_type ?? 'not an event'),
    id: String(headers['webhook-id'] ?? ''),
    payload: payload ?? body,
    passcode: passcode === undefined ? undefined : payload?.passcode === passcode ? 'right' : 'wrong',
    signature: key === undefined ? undefined : signatureState(headers, body, key),
  };
}

function payloadOf(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function signatureState(headers: IncomingMessage['headers'], body: string, key: string): string {
  const lines = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const nowSeconds = Math.floor(systemClock.now() / 1000);
  const verified = verifyMessage(lines, body, [key], { nowSeconds });
  return verified.valid ? 'right' : verified.reason;
}
