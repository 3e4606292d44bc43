import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { issueAuthority, issueCertificate } from '../server/certificates-issue.ts';

/** TLS before something that speaks plain HTTP, with a certificate that this process trusts until it shows another. */
export interface TlsFront {
  readonly url: string;
  showStranger(): Promise<void>;
  showOwn(): Promise<void>;
  close(): Promise<void>;
}

const host = '127.0.0.1';

export async function openTlsFront(target: string): Promise<TlsFront> {
  const issue = async (name: string) => {
    const authority = await issueAuthority(name, { hosts: [host], now: Date.now() });
    const certificate = await issueCertificate(authority, { hosts: [host], now: Date.now() });
    return { ca: authority.ca, certificate };
  };
  const own = await issue('Own');
  const stranger = await issue('Stranger');
  const server = https.createServer(own.certificate, (request, response) => {
    const { method = '', headers, url = '/' } = request;
    const passed = http.request(new URL(url, target), { method, headers, agent: false }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await once(server.listen(0, host), 'listening');
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, own.ca]);
  /** Connections that are open already would go on with the one from before. */
  const show = async (certificate: typeof own.certificate): Promise<void> => {
    server.setSecureContext(certificate);
    server.closeAllConnections();
  };
  return {
    url: `https://${host}:${(server.address() as AddressInfo).port}`,
    showStranger: () => show(stranger.certificate),
    showOwn: () => show(own.certificate),
    close: async () => {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
