import net from 'node:net';
import tls from 'node:tls';
import type { Target } from './client.ts';

const silenceMs = 10_000;

/** Sends bytes in plain text to the server's port and reads until it ends the connection. */
export function sendPlain(target: Target, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(target.url);
  return exchange(net.connect(Number(port), hostname), bytes);
}

/** The same inside of TLS, with the certificate checked, for requests that no HTTP client would write. */
export function sendOverTls(target: Target, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(target.url);
  const names = net.isIP(hostname) ? {} : { servername: hostname };
  return exchange(
    tls.connect({ port: Number(port), host: hostname, ca: target.ca, ALPNProtocols: ['http/1.1'], ...names }),
    bytes,
  );
}

function exchange(socket: net.Socket, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const finish = () => resolve(Buffer.concat(chunks).toString('latin1'));
    socket.setTimeout(silenceMs, () => socket.destroy(new Error('The server neither answered nor hung up.')));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('end', finish);
    socket.once('error', (error) => (chunks.length > 0 ? finish() : reject(error)));
    socket.once('close', finish);
    socket.write(bytes);
  });
}

/** Status line, headers and body of an HTTP/1.1 answer read from a raw connection. */
export function readRaw(text: string): { status: number; headers: Record<string, string>; body: string } {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  };
}
