import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { castWorkspace, files, playOn, projects, team } from '../testing/cast.ts';
import { createPostgresDatabase, postgresMissing } from '../testing/postgres-database.ts';
import { startTestServer } from '../testing/test-server.ts';

const missing = postgresMissing();
const note = missing ? ` (left out: ${missing})` : '';
const file = `/v1/files/${files.open}`;

const ofAnswers =
  /from "(tokens|versions|organizations)"|"files" as "main"|insert into "rate_buckets"|current_snapshot/;
const look = expect.stringContaining('current_snapshot');
/** Others may write into databases of the same PostgreSQL meanwhile. */
const soon = { timeout: 30_000, interval: 0 };
const ofToken = expect.stringContaining('from "tokens"');

/** What is asked of PostgreSQL while somebody is answered; what goes on beside asks otherwise. */
async function questions(work: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const texts = asked.mock.calls.map(([first]) => (first as unknown as { text?: string }).text ?? '');
    return texts.filter((text) => ofAnswers.test(text));
  } finally {
    asked.mockRestore();
  }
}

describe.skipIf(missing)(`A server on PostgreSQL${note}`, () => {
  async function withServer(rateLimits: string, work: (play: ReturnType<typeof playOn>) => Promise<void>) {
    const { url, drop } = await createPostgresDatabase();
    const settings = { databaseUrl: url, rateLimits };
    const server = await startTestServer({ settings, workspace: castWorkspace() });
    try {
      await work(playOn(server));
    } finally {
      await server.close();
      await drop();
    }
  }

  it('asks for a design once who calls, how the file stands to them and its current version, and then whether anything was written', () =>
    withServer('off', async (play) => {
      for (const line of [file, `${file}/nodes?ids=0:1`]) {
        const asked = () => questions(() => play('bob', `GET ${line}`));
        await expect.poll(asked, soon).toEqual([look]);
        await play('alice', `PATCH /workspace/v1/files/${files.open}`, { name: line });
        expect((await asked()).filter((text) => !text.includes('current_snapshot'))).toEqual([ofToken]);
      }
    }));

  it('counts a call by one more question where calls are limited, and soon does without looks whether anything was written', () =>
    withServer('original', async (play) => {
      const count = expect.stringContaining('insert into "rate_buckets"');
      await expect.poll(() => questions(() => play('bob', `GET ${file}`)), soon).toEqual([ofToken, count]);
    }));

  it('answers the next request by what was changed before it', () =>
    withServer('off', async (play) => {
      const asked = async (who: 'bob' | 'dan') => (await play(who, `GET ${file}`)).status;
      expect([await asked('bob'), await asked('dan')]).toEqual([200, 404]);
      await play('alice', `PATCH /workspace/v1/files/${files.open}`, { link_access: 'view' });
      expect(await asked('dan')).toBe(200);
      await play('alice', `PATCH /workspace/v1/files/${files.open}`, { link_access: 'inherit' });
      expect(await asked('dan')).toBe(404);
      await play('alice', `DELETE /workspace/v1/files/${files.open}`);
      expect(await asked('bob')).toBe(404);
    }));

  it('takes a key with a NUL character for one of no file', () =>
    withServer('original', async (play) => {
      const answers = [
        `${file}%00`,
        `/v1/teams/${team}%00/projects`,
        `/v1/projects/${projects.open}%00/files`,
      ];
      for (const line of answers) expect((await play('bob', `GET ${line}`)).status, line).toBeLessThan(500);
    }));
});
