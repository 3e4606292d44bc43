import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { BlobStore } from './blobs/blob-store.ts';
import type { Config } from './config.ts';
import type { Tables } from './database/tables.ts';

/** The clock of the server. A test moves it; nothing else may ask the system for the time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** Random ids and secrets, so that a test can foresee them. */
export interface Ids {
  /** A key as files have them: 22 letters and digits. */
  fileKey(): string;
  /** A string of digits, as ids of people, teams and projects. */
  digits(): string;
  /** A secret of 256 bits, URL-safe. */
  secret(): string;
}

/** What a handler receives beside its call. Built once, in `main.ts`. */
export interface Context {
  readonly config: Config;
  readonly database: Kysely<Tables>;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
}
