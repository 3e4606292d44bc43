import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Takes note of an answer whose head, with this status, goes out next; it must not throw. */
export type Note = (request: FastifyRequest, status: number) => void;

/**
 * Has every answer noted before its first byte goes out, so that whoever has the answer finds the note. The hooks
 * of Fastify don't serve: `onResponse` runs when the answer is read to its end, and no other runs for one that is
 * written straight to the connection. To be called before other hooks, since one that refuses ends their row.
 */
export function beforeAnswer(app: FastifyInstance, note: Note): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply as { raw: HeadWriter } & Omit<FastifyReply, 'raw'>;
    const { writeHead } = raw;
    raw.writeHead = (status, ...rest) => {
      raw.writeHead = writeHead;
      note(request, status);
      return raw.writeHead(status, ...rest);
    };
    done();
  });
}

/** What the responses of HTTP/1.1 and of HTTP/2 have in common here. */
interface HeadWriter {
  writeHead(this: HeadWriter, status: number, ...rest: readonly unknown[]): unknown;
}
