import type { Answer } from '../../contract/calls.ts';
import type { ServerClient } from '../server-client.ts';

type Page = Answer<'GET /workspace/v1/files/{file_key}/select'>;
export type FoundNode = Page['nodes'][number];

interface Asked {
  readonly selector: string;
  readonly properties: string | undefined;
  readonly version?: string | undefined;
  readonly file?: string | undefined;
  readonly project?: string | undefined;
  readonly team?: string | undefined;
}

/** Asks a server for one page after the other. @throws ServerRefused */
export async function* selectedNodes(
  server: ServerClient,
  asked: Asked,
  signal: AbortSignal,
): AsyncGenerator<FoundNode> {
  let cursor: string | undefined;
  do {
    const page: Page = await pageFrom(server, asked, { cursor, signal });
    yield* page.nodes;
    cursor = page.next_cursor;
  } while (cursor !== undefined);
}

function pageFrom(
  server: ServerClient,
  { selector, properties, version, file, project, team }: Asked,
  { cursor, signal }: { readonly cursor: string | undefined; readonly signal: AbortSignal },
): Promise<Page> {
  const query = { selector, properties, cursor, page_size: 1000 };
  if (project !== undefined)
    return server.ask('GET /workspace/v1/projects/{project_id}/select', {
      path: { project_id: project },
      query,
      signal,
    });
  if (team !== undefined)
    return server.ask('GET /workspace/v1/teams/{team_id}/select', {
      path: { team_id: team },
      query,
      signal,
    });
  return server.ask('GET /workspace/v1/files/{file_key}/select', {
    path: { file_key: file ?? '' },
    query: { ...query, version },
    signal,
  });
}
