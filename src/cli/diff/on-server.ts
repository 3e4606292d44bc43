import { buffer } from 'node:stream/consumers';
import { type ServerClient, ServerRefused } from '../server-client.ts';
import type { Comparison, CountedFrame } from './comparison.ts';

export interface ComparedFile {
  readonly file_key: string;
  readonly from: string;
  readonly to: string | undefined;
  readonly scale: number;
}

/** Asks a server; what is asked first says which versions are compared from then on. @throws ServerRefused */
export function comparisonOnServer(
  server: ServerClient,
  { file_key, scale, ...named }: ComparedFile,
  signal: AbortSignal,
): Comparison {
  const path = { file_key };
  let query: { from: string; to?: string | undefined } = named;
  return {
    changes: async function* () {
      let cursor: string | undefined;
      do {
        const page = await server.ask('GET /workspace/v1/files/{file_key}/diff', {
          path,
          query: { ...query, cursor, page_size: 1000 },
          signal,
        });
        // A branch goes on by its key: its versions are not those of the file.
        if (page.to.file_key === file_key) query = { ...query, to: page.to.version };
        yield page;
        cursor = page.next_cursor;
      } while (cursor !== undefined);
    },
    frames: async function* () {
      let cursor: string | undefined;
      do {
        const page = await server.ask('GET /workspace/v1/files/{file_key}/diff/frames', {
          path,
          query: { ...query, scale, cursor, pixels: true },
          signal,
        });
        yield* page.frames as CountedFrame[];
        cursor = page.next_cursor;
      } while (cursor !== undefined);
    },
    picture: async ({ id }, kind) => {
      const asked = { path, query: { ...query, scale, node: id, kind }, signal };
      try {
        return await buffer(await server.open('GET /workspace/v1/files/{file_key}/diff/images', asked));
      } catch (error) {
        if (error instanceof ServerRefused && error.status === 404) return undefined;
        throw error;
      }
    },
  };
}
