import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureCertificates } from '../server/certificates.ts';

/** What a stand-in answers with: the request as it arrived. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly token: string;
  readonly bodyBytes: number;
  readonly bodySha256: string;
}

/** An HTTPS server with an authority of its own that tells each client what it heard. */
export interface StandIn {
  readonly url: string;
  readonly port: number;
  readonly caPath: string;
  readonly ca: string;
  /** Every request so far, oldest first. */
  readonly heard: Heard[];
  readonly close: () => Promise<void>;
}

export async function openStandIn(
  options: { hosts?: string[]; answer?: (heard: Heard, response: ServerResponse) => void } = {},
): Promise<StandIn> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-stand-in-'));
  const certificates = await ensureCertificates(folder, { hosts: options.hosts ?? [], now: Date.now() });
  const heard: Heard[] = [];
  const answer = options.answer ?? tellBack;
  const server = createServer(certificates, async (request, response) => {
    const one = await hear(request);
    heard.push(one);
    answer(one, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await rm(folder, { recursive: true });
  };
  const { caPath, ca } = certificates;
  return { url: `https://127.0.0.1:${port}`, port, caPath, ca, heard, close };
}

async function hear(request: IncomingMessage): Promise<Heard> {
  const hash = createHash('sha256');
  let bodyBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bodyBytes += chunk.length;
  }
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    host: request.headers.host ?? '',
    token: String(request.headers['x-figma-token'] ?? ''),
    bodyBytes,
    bodySha256: hash.digest('hex'),
  };
}

function tellBack(heard: Heard, response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'X-Stand-In': 'yes' });
  response.end(JSON.stringify(heard));
}
