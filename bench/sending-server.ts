import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';

/**
 * The reference that does nothing but send: Node's own server of HTTP/2 and HTTP/1.1 over TLS, the bytes of a file in
 * memory, no token, no database. Arguments: file, certificate, key. Sends its address to the process that forked it.
 */
const [path = '', certPath = '', keyPath = ''] = process.argv.slice(2);
const bytes = readFileSync(path);
const server = createSecureServer(
  { cert: readFileSync(certPath), key: readFileSync(keyPath), allowHTTP1: true },
  (_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': bytes.length,
    });
    response.end(bytes);
  },
);

server.listen(0, '127.0.0.1', () =>
  process.send?.(`https://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.once('SIGTERM', () => process.exit(0));
