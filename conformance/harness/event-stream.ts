import { connect } from 'node:http2';
import { request } from 'node:https';
import type { Target } from './client.ts';

export interface Heard {
  readonly id: string;
  readonly changed: readonly string[];
}

/** Server-sent events as they come in. */
export interface EventStream {
  readonly status: number;
  /** Oldest first. */
  readonly heard: readonly Heard[];
  /** Settles when the server ends it. */
  readonly ended: Promise<void>;
  /** All that came so far, of an answer that is no stream too. */
  text(): string;
  close(): void;
}

interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Over HTTP/1.1. */
export function openEvents(target: Target, { path, headers }: Asked): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, target.url), { ca: target.ca, headers }, (incoming) => {
      const status = incoming.statusCode ?? 0;
      resolve(streamOf(status, incoming, () => outgoing.destroy()));
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

export function openEventsOverHttp2(target: Target, { path, headers }: Asked): Promise<EventStream> {
  const session = connect(target.url, { ca: target.ca });
  return new Promise((resolve, reject) => {
    session.once('error', reject);
    const stream = session.request({ ...headers, ':path': path });
    stream.once('error', reject);
    stream.once('response', ({ ':status': status = 0 }) =>
      resolve(streamOf(status, stream, () => session.destroy())),
    );
  });
}

function streamOf(status: number, body: NodeJS.ReadableStream, close: () => void): EventStream {
  let text = '';
  body.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  const ended = new Promise<void>((resolve) => body.once('end', resolve).once('close', resolve));
  body.on('error', () => undefined);
  return {
    status,
    get heard() {
      return [...text.matchAll(/^id: (.*)\ndata: (.*)\n\n/gm)].map(([, id = '', data = '']) => ({
        id,
        changed: JSON.parse(data).changed,
      }));
    },
    ended,
    text: () => text,
    close,
  };
}
