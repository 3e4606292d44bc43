import type { Context } from '../../context.ts';
import type { Play } from '../cast.ts';
import type { TestServer } from '../test-server.ts';

/** A server with the cast, and what a door needs of it. */
export interface Visit {
  readonly play: Play;
  readonly server: TestServer;
  readonly context: Context;
}
