import type { Answer } from '../../contract/calls.ts';
import type { SentWith } from '../server-call.ts';
import type { ServerClient } from '../server-client.ts';

type Page = Answer<'GET /workspace/v1/search'>;
export type FoundHit = Page['hits'][number];
type Query = NonNullable<NonNullable<SentWith<'GET /workspace/v1/search'>[0]>['query']>;

/** Asks a server for one page after the other. @throws ServerRefused */
export async function* foundHits(
  server: ServerClient,
  asked: Query,
  { most, signal }: { readonly most: number; readonly signal: AbortSignal },
): AsyncGenerator<FoundHit> {
  let cursor: string | undefined;
  let left = most;
  do {
    const query = { ...asked, cursor, page_size: Math.min(left, 100) };
    const page: Page = await server.ask('GET /workspace/v1/search', { query, signal });
    yield* page.hits;
    left -= page.hits.length;
    cursor = page.next_cursor;
  } while (cursor !== undefined && left > 0);
}
