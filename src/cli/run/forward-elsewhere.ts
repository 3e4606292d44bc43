import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { messageOf } from '../../errors.ts';
import type { Dial } from './outgoing-connections.ts';
import { forwardedHeaders, plainHost, refuse, relay, serverNameOf } from './relay-request.ts';

/** Sends a request with a whole address on to the host it names, which is not redirected. */
export async function forwardElsewhere(
  dial: Dial,
  url: URL,
  incoming: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const failed = `vitrine run cannot reach ${url.host}.`;
  try {
    const socket = await openTo(dial, url);
    answer.on('close', () => socket.destroy());
    const outgoing = request({
      createConnection: () => socket,
      method: incoming.method,
      path: url.pathname + url.search,
      headers: forwardedHeaders(incoming, url.host),
    });
    relay(incoming, outgoing, answer, failed);
  } catch (error) {
    refuse(answer, 502, `${failed} (${messageOf(error)})`);
  }
}

async function openTo(dial: Dial, url: URL): Promise<Socket> {
  const host = plainHost(url.hostname);
  const isTls = url.protocol === 'https:';
  const socket = await dial(host, Number(url.port || (isTls ? 443 : 80)));
  return isTls ? connectTls({ socket, host, servername: serverNameOf(url.hostname) }) : socket;
}
