import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Installation } from './server.ts';

/** An upstream that answers whatever a check wants, by the certificate of an installation. */
export interface StandInUpstream {
  readonly url: string;
  readonly ca: string;
  /** What was asked, oldest first. */
  readonly asked: IncomingMessage[];
  answer(how: (request: IncomingMessage, response: ServerResponse) => void): void;
  close(): Promise<void>;
}

export async function openStandInUpstream(
  installation: Pick<Installation, 'folder'>,
): Promise<StandInUpstream> {
  const file = (name: string) => readFileSync(join(installation.folder, 'installation', 'tls', name), 'utf8');
  const asked: IncomingMessage[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    response.end();
  const server = createServer({ key: file('key.pem'), cert: file('cert.pem') }, (request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca: file('ca.pem'),
    asked,
    answer: (how) => {
      answer = how;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
