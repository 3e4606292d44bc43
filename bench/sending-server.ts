import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/**
 * The reference that does nothing but send: Node's own HTTPS server, the bytes of a file in memory, no token, no
 * database. Arguments: file, certificate, key. Sends its address to the process that forked it.
 */
const [path = '', certPath = '', keyPath = ''] = process.argv.slice(2);
const bytes = readFileSync(path);
const server = createServer(
  { cert: readFileSync(certPath), key: readFileSync(keyPath) },
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
