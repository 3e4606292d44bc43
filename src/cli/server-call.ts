import type { Readable } from 'node:stream';
import type { Given, Route } from '../contract/calls.ts';
import { targetOf } from '../contract/target-of.ts';

/** Bytes to send as they are. */
export interface SentBytes {
  readonly stream: AsyncIterable<Uint8Array> | Uint8Array;
  readonly sizeBytes: number;
  readonly type: string;
}

/**
 * What people may have typed for it: any text where the contract lists words, since the server names those that
 * it takes, and nothing where an option was left out.
 */
type Typed<T> = T extends string
  ? string
  : T extends readonly (infer Element)[]
    ? readonly Typed<Element>[]
    : T extends object
      ? { readonly [K in keyof T]: Typed<T[K]> | (object extends Pick<T, K> ? undefined : never) }
      : T;

type BodyPart<R extends Route> =
  Given<R> extends { body?: infer Body }
    ? [Body] extends [Readable]
      ? { bytes: SentBytes }
      : Typed<Pick<Given<R>, 'body' & keyof Given<R>>>
    : object;

/** What goes with a call of an operation, checked against the contract. */
export type Sent<R extends Route> = Typed<Omit<Given<R>, 'body'>> &
  BodyPart<R> & { readonly signal?: AbortSignal | undefined };

/** The JSON body of an operation. */
export type SentBody<R extends Route> = NonNullable<Sent<R> extends { body?: infer Body } ? Body : never>;

/** What goes with a call may be left out where the operation needs nothing. */
export type SentWith<R extends Route> = object extends Sent<R> ? [sent?: Sent<R>] : [sent: Sent<R>];

/** The same as it is for every operation. */
export interface AnySent {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly bytes?: SentBytes;
  readonly signal?: AbortSignal | undefined;
}

/** Where a call goes below the server's address, as `/v1/files/abc?depth=1`. */
export const callTarget = <R extends Route>(route: R, ...[sent]: SentWith<R>): string =>
  targetOf(route, (sent ?? {}) as AnySent);
