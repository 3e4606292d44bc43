import { readFileSync } from 'node:fs';
import http2 from 'node:http2';
import https from 'node:https';
import { cipher, type Load } from './load.ts';

/**
 * A load generator for machines without h2load: takes a load as its argument, writes requests per second. It
 * reads every byte and keeps none.
 */
const load = JSON.parse(process.argv[2] ?? '{}') as Load;
const tls = { ca: readFileSync(load.caPath), minVersion: 'TLSv1.3', ciphers: cipher } as const;
const address = new URL(load.url);
let left = load.requests;

const open = load.protocol === 'h2' ? openHttp2 : openHttp1;
const startedAt = performance.now();
await Promise.all(Array.from({ length: load.connections }, () => keepAsking(open())));
process.stdout.write(String((load.requests * 1000) / (performance.now() - startedAt)));

interface Connection {
  /** Resolves with the status once the whole answer was read. */
  ask(): Promise<number>;
  close(): void;
}

async function keepAsking(connection: Connection): Promise<void> {
  while (left-- > 0) {
    const status = await connection.ask();
    if (status !== 200) throw new Error(`${load.url} was answered with ${status}.`);
  }
  connection.close();
}

function openHttp1(): Connection {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1, ...tls });
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const request = https.get(address, { agent, headers: { ...load.headers } }, (response) => {
        response.on('data', () => {}).once('error', reject);
        response.once('end', () => resolve(response.statusCode ?? 0));
      });
      request.once('error', reject);
    });
  return { ask, close: () => agent.destroy() };
}

function openHttp2(): Connection {
  const windowBytes = 2 ** 30;
  const session = http2.connect(address.origin, { ...tls, settings: { initialWindowSize: windowBytes } });
  session.once('connect', () => session.setLocalWindowSize(windowBytes));
  const path = `${address.pathname}${address.search}`;
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      let status = 0;
      const stream = session.request({ ':path': path, ...load.headers });
      stream.once('response', (headers) => {
        status = headers[':status'] ?? 0;
      });
      stream.on('data', () => {}).once('error', reject);
      stream.once('end', () => resolve(status));
    });
  return { ask, close: () => session.close() };
}
