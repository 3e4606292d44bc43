import { expect } from 'vitest';
import type { TestServer } from './test-server.ts';

/** Waits until a pushed file has been read for the search, after which nobody reads it unasked. */
export async function untilSearched(server: TestServer, key: string, word: string): Promise<void> {
  const hits = async () => (await server.call(`/workspace/v1/search?q=${word}&file=${key}`)).json.hits.length;
  await expect.poll(hits).toBeGreaterThan(0);
}
