import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Caller } from './access/caller.ts';
import type { ByteBody } from './content/byte-body.ts';
import type { Context } from './context.ts';
import type { FileKey, WithIds } from './contract/branded-ids.ts';
import type { OperationId, Operations } from './contract/contract.ts';
import type { BodyEncoding } from './document/sealed-body.ts';

/** A request as its handler sees it: the caller is known, its scope suffices, parameters and body are read. */
export interface Call<Id extends OperationId> {
  readonly operation: Id;
  readonly caller: Caller;
  readonly path: WithIds<Operations[Id]['path']>;
  readonly query: WithIds<Operations[Id]['query']>;
  /** The checked JSON body, or a stream of raw bytes where the contract declares other content. */
  readonly body: Operations[Id]['body'];
  readonly headers: IncomingHttpHeaders;
  /** A signal that fires when the client hangs up, made once it is asked for. */
  readonly signal: () => AbortSignal;
  readonly requestId: string;
  /** What stood before the operation's path: nothing, or as `/design-api`. */
  readonly basePath: string;
  /** Of the client, or what a trusted proxy says it is. */
  readonly ipAddress: string;
}

interface AnswerHead {
  readonly status?: number;
  /** The file that it tells of, where the path does not name it. */
  readonly fileKey?: FileKey;
  /** Several values of one name only where HTTP has them: cookies. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

export interface JsonAnswer<T> extends AnswerHead {
  readonly json: T;
}

export interface TextAnswer extends AnswerHead {
  readonly text: string;
  readonly contentType: string;
}

/** An answer made by copying bytes: documents, downloads. */
export interface BytesAnswer extends AnswerHead {
  readonly body: ByteBody;
  readonly contentType: string;
  /** Names the bytes of the identity encoding; the same tag means the same bytes. No quotes. */
  readonly etag?: string;
  /** The same bytes already encoded, or undefined while they are not prepared: they are encoded on the way then. */
  readonly encoded?: (encoding: BodyEncoding) => Promise<ByteBody | undefined>;
  /** Set to false for bytes that encoding does not make smaller. */
  readonly compressible?: boolean;
}

/** An answer of unknown length, as a backup being written. */
export interface StreamAnswer extends AnswerHead {
  readonly stream: Readable;
  readonly contentType: string;
  /** What is written behind a stream that breaks off, before the connection does. */
  readonly lastWords?: (error: Error) => string;
}

export type Answer<T = unknown> = JsonAnswer<T> | TextAnswer | BytesAnswer | StreamAnswer;

export type Handler<Id extends OperationId> = (
  call: Call<Id>,
  context: Context,
) => Promise<Answer<Operations[Id]['answer']>>;
