import type { ServerClient } from '../server-client.ts';
import type { ChangePages } from './changes.ts';

interface Compared {
  readonly file_key: string;
  readonly from: string;
  readonly to: string | undefined;
}

/** Asks a server. @throws ServerRefused */
export async function* changesOnServer(
  server: ServerClient,
  { file_key, from, to }: Compared,
  signal: AbortSignal,
): ChangePages {
  let cursor: string | undefined;
  do {
    const page = await server.ask('GET /workspace/v1/files/{file_key}/diff', {
      ...{ path: { file_key }, query: { from, to, cursor, page_size: 1000 }, signal },
    });
    yield page;
    cursor = page.next_cursor;
  } while (cursor !== undefined);
}
