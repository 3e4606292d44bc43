import type { Answer, ListRoute, Route } from '../contract/calls.ts';
import type { AnySent, SentWith } from './server-call.ts';
import type { ServerClient } from './server-client.ts';

/** A call that is made once there is a server. */
export type Planned<Answer> = (server: ServerClient) => Promise<Answer>;

/** Plans one call of an operation. */
export const planned =
  <R extends Exclude<Route, ListRoute>>(route: R, ...sent: SentWith<R>): Planned<Answer<R>> =>
  (server) =>
    server.ask(route, ...sent);

/** Plans to read all pages of a list, as if they were one. */
export const plannedList =
  <R extends ListRoute>(route: R, ...sent: SentWith<R>): Planned<Answer<R>> =>
  async (server) => {
    const given = sent[0] as AnySent | undefined;
    const pageAt = async (cursor: string | undefined) => {
      const asked = { ...given, query: { ...given?.query, cursor } };
      return (await server.ask(route, ...([asked] as unknown as SentWith<R>))) as Paged;
    };
    const first = await pageAt(undefined);
    const { next_cursor: start, ...whole } = first;
    for (let cursor = start; cursor !== undefined; ) {
      const page = await pageAt(cursor);
      for (const [name, rows] of Object.entries(page)) {
        if (Array.isArray(rows))
          for (const row of rows) (whole as Record<string, unknown[]>)[name]?.push(row);
      }
      cursor = page.next_cursor;
    }
    return whole as Answer<R>;
  };

interface Paged {
  readonly next_cursor?: string;
}
