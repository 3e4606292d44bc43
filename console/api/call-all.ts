import type { ListRoute } from '../../src/contract/calls.ts';
import { type Answer, call, type Given } from './call.ts';

interface Paged {
  readonly next_cursor?: string;
}

/** Every page of a list, as if it were one. */
export async function callAll<R extends ListRoute>(
  route: R,
  ...[given]: object extends Given<R> ? [Given<R>?] : [Given<R>]
): Promise<Answer<R>> {
  const pageAt = async (cursor: string | undefined) => {
    const query = { ...(given as { query?: object } | undefined)?.query, cursor };
    return (await call(route, ...([{ ...given, query }] as never))) as Paged;
  };
  let whole = await pageAt(undefined);
  for (let cursor = whole.next_cursor; cursor !== undefined; ) {
    const page = await pageAt(cursor);
    whole = joined(whole, page);
    cursor = page.next_cursor;
  }
  return whole as Answer<R>;
}

function joined(first: Paged, second: Paged): Paged {
  const before = new Map<string, unknown>(Object.entries(first));
  const entries = Object.entries(second).map(([name, value]: [string, unknown]) => {
    const rows = before.get(name);
    return [name, Array.isArray(rows) && Array.isArray(value) ? [...rows, ...value] : value];
  });
  return Object.fromEntries(entries);
}
