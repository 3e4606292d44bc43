import type { IncomingMessage } from 'node:http';
import type { Spool } from './spool.ts';

/** A request and its answer, as they went by. */
export interface Heard {
  readonly request: IncomingMessage;
  readonly url: URL;
  readonly requestBody: Spool;
  readonly response: IncomingMessage;
  readonly responseBody: Spool;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly waitMs: number;
  readonly receiveMs: number;
}
