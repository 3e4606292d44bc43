import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { errorBody } from '../errors.ts';
import type { Readiness } from '../readiness.ts';

/** What is measured, as it is printed. */
export interface Measurements {
  readonly text: string;
  readonly contentType: string;
}

/** A port of its own, in plain HTTP, for those who watch this process: probes, balancers, Prometheus. */
export interface Management {
  readonly port: number;
  /** Shows these measurements from now on. */
  measure(print: () => Promise<Measurements>): void;
  close(): Promise<void>;
}

/** Probes send little and at once: whoever sends more, or takes longer, is cut off. */
const bounds = {
  maxHeaderSize: 8_192,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  keepAliveTimeout: 5_000,
};
const mostConnections = 100;
const standstillMs = 10_000;

interface Told extends Measurements {
  readonly status: number;
}

/** Answers `/health`, `/ready` and `/metrics`, and knows nothing else and no callers. */
export async function openManagement(
  place: { readonly port: number; readonly host: string },
  readiness: Pick<Readiness, 'whyNot'>,
): Promise<Management> {
  let print: (() => Promise<Measurements>) | undefined;
  const measurements = oneAtATime(async () =>
    print === undefined ? told(503, 'The server is starting.') : { status: 200, ...(await print()) },
  );
  const answers: Readonly<Record<string, () => Promise<Told>>> = {
    '/health': async () => json(200, { status: 'ok' }),
    '/ready': async () => readyAnswer(await readiness.whyNot()),
    '/metrics': measurements,
  };
  const server = http.createServer(bounds, (request, response) => {
    answer(answers, request, response).catch(() => response.destroy());
  });
  server.on('connection', roomFor(mostConnections));
  server.setTimeout(standstillMs, (socket) => socket.destroy());
  const port = await listening(server, place);
  return {
    port,
    measure: (printed) => {
      print = printed;
    },
    close: () => closed(server),
  };
}

/** Closes the oldest connection where there are too many, so that those that only hold one keep no probe out. */
function roomFor(most: number): (socket: Socket) => void {
  const open = new Set<Socket>();
  return (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const [oldest] = open;
    if (open.size > most) oldest?.destroy();
  };
}

async function answer(
  answers: Readonly<Record<string, () => Promise<Told>>>,
  { method = '', url = '' }: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const [path = ''] = url.split('?', 1);
  const isRead = method === 'GET' || method === 'HEAD';
  const make = isRead && Object.hasOwn(answers, path) ? answers[path] : undefined;
  const { status, text, contentType } = (await make?.()) ?? told(404, 'Not found');
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    // What was sent beside the head is not read.
    ...(isRead ? {} : { connection: 'close' }),
  });
  response.end(method === 'HEAD' ? undefined : text);
}

const json = (status: number, body: object): Told => ({
  status,
  text: JSON.stringify(body),
  contentType: 'application/json; charset=utf-8',
});

const told = (status: number, sentence: string): Told => json(status, errorBody(status, sentence));

const readyAnswer = (whyNot: string | undefined): Told =>
  whyNot === undefined ? json(200, { status: 'ready' }) : told(503, whyNot);

/** Whoever asks while an answer is being made gets that one. */
function oneAtATime<T>(make: () => Promise<T>): () => Promise<T> {
  let making: Promise<T> | undefined;
  return () => {
    making ??= make().finally(() => {
      making = undefined;
    });
    return making;
  };
}

function listening(server: http.Server, place: { port: number; host: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(place, () => resolve((server.address() as AddressInfo).port));
  });
}

function closed(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
