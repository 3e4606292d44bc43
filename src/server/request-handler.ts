import type http from 'node:http';

/** Handles a request of any HTTP version. */
export type RequestHandler = (request: http.IncomingMessage, response: http.ServerResponse) => void;
