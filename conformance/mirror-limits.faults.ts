import { describe, expect, inject, it } from 'vitest';
import { exampleFile } from './harness/example-file.ts';
import { fileOf, startPair } from './harness/upstream-pair.ts';

/** Provided by the set-up of the run. */
const postgres = (inject as (name: string) => unknown)('postgres') as { url: string } | { missing: string };

const many = Array.from({ length: 200 }, (_, at) => `many${at}`);
/** Ten documents a minute, and the first ten at once; two calls of the second tier for each file besides. */
const mostMinutes = 90;
const longest = { timeout: 900_000 };

interface Asked {
  readonly operation: string;
  readonly path: string;
  readonly status: number;
}

describe('A project of 200 files behind the limits of the original', () => {
  it('comes, each file once, and no call is refused on SQLite', longest, () => mirrorAll(undefined));

  it('comes, each file once, and no call is refused on PostgreSQL', longest, (context) =>
    'missing' in postgres ? context.skip(postgres.missing) : mirrorAll(postgres.url),
  );
});

async function mirrorAll(postgresUrl: string | undefined): Promise<void> {
  const files = many.map((key) => fileOf(key, exampleFile));
  const upstreamEnv = { VITRINE_RATE_LIMITS: 'original' };
  const pair = await startPair({ postgres: postgresUrl, files, upstreamEnv });
  try {
    const asUpstream = (method: string, path: string, body?: object) =>
      pair.upstream.call(method, path, { token: pair.upstream.adminToken, ...(body && { body }) });
    const upstream = (await pair.add()).json.id;
    const body = { upstream, project: pair.here.id('200'), project_id: pair.there.id('200') };
    const { id } = (await pair.asAdministrator('POST', '/workspace/v1/mirrors', body)).json;
    const look = async () => (await pair.asAdministrator('GET', `/workspace/v1/mirrors/${id}`)).json;
    for (let minute = 0; minute < mostMinutes && (await look()).counts.current !== many.length; minute += 1) {
      // Its clock goes first, so that it never counts in a minute what was asked in two of ours.
      await asUpstream('POST', '/test/v1/clock', { advance: '60s' });
      await pair.asAdministrator('POST', '/test/v1/clock', { advance: '60s' });
    }
    expect((await look()).counts).toEqual({ current: many.length });
    const requests: Asked[] = (await asUpstream('GET', '/test/v1/requests')).json.requests;
    expect(requests.filter(({ status }) => status === 429)).toEqual([]);
    const documents = requests.filter(({ operation }) => operation === 'getFile').map(({ path }) => path);
    expect(documents.length).toBe(new Set(documents).size);
  } finally {
    await pair.stop();
  }
}
