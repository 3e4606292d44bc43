import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ServerCertificate } from '../../server/certificates-issue.ts';
import { answerTunnelled, answerWhole, type Ways, wholeAddressOf } from './absolute-form-request.ts';
import { maxHeaderBytes } from './relay-request.ts';

/**
 * Opens the place where TLS to the redirected hosts ends: a port on loopback that the Node hook connects to, and the
 * server to which the proxy hands its connections. What it hears goes on to the target, but for whole addresses
 * of other hosts.
 */
export async function openEndpoint(certificate: ServerCertificate, ways: Ways): Promise<Server> {
  const server = createServer(
    { ...certificate, ALPNProtocols: ['http/1.1'], maxHeaderSize: maxHeaderBytes, requestTimeout: 0 },
    (request, response) => {
      const url = wholeAddressOf(request);
      if (url === undefined) answerTunnelled(ways, request, response);
      else answerWhole(ways, url, request, response);
    },
  );
  server.on('tlsClientError', (_, socket) => socket.destroy());
  await listenOnLoopback(server);
  return server;
}

export async function listenOnLoopback(server: {
  listen(port: number, host: string, done: () => void): unknown;
  once(event: 'error', done: (error: Error) => void): unknown;
}): Promise<void> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', done);
  });
}

export const portOf = (server: { address(): AddressInfo | string | null }): number =>
  (server.address() as AddressInfo).port;
