import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { messageOf } from '../../errors.ts';
import type { Exchange } from '../tape/recorder.ts';
import type { Dial } from './outgoing-connections.ts';
import { forwardedHeaders, plainHost, refuse, relay, serverNameOf } from './relay-request.ts';

/** How hosts are reached that answer for themselves. */
export interface Outside {
  readonly dial: Dial;
  /** Certificates to trust them by, PEM; the usual ones if left out. */
  readonly trusted?: readonly string[] | undefined;
}

/** Sends a request with a whole address on to the host it names. */
export async function forwardElsewhere(
  outside: Outside,
  url: URL,
  incoming: IncomingMessage,
  answer: ServerResponse,
  exchange?: Exchange,
): Promise<void> {
  const failed = `vitrine run cannot reach ${url.host}.`;
  try {
    const socket = await openTo(outside, url);
    answer.on('close', () => socket.destroy());
    const outgoing = request({
      createConnection: () => socket,
      method: incoming.method,
      path: url.pathname + url.search,
      headers: forwardedHeaders(incoming, url.host),
    });
    relay({ incoming, outgoing, answer, failed, exchange });
  } catch (error) {
    exchange?.fails();
    refuse(answer, 502, `${failed} (${messageOf(error)})`);
  }
}

async function openTo({ dial, trusted }: Outside, url: URL): Promise<Socket> {
  const host = plainHost(url.hostname);
  const isTls = url.protocol === 'https:';
  const socket = await dial(host, Number(url.port || (isTls ? 443 : 80)));
  if (!isTls) return socket;
  const ca = trusted === undefined ? {} : { ca: [...trusted] };
  return connectTls({ socket, host, servername: serverNameOf(url.hostname), ...ca });
}
