import type http from 'node:http';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';

/** Handles a request of any HTTP version. */
export type RequestHandler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** Answers a stream of HTTP/2, or says, at once or later, that it does not; then it has sent nothing. */
export type StreamAnswerer = (
  stream: ServerHttp2Stream,
  asked: {
    readonly headers: IncomingHttpHeaders;
    readonly rawHeaders: string[];
    readonly socket: Socket;
  },
  pass: () => void,
) => void;
