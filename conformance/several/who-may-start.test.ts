import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onOwnServers } from '../harness/engines.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import type { Server } from '../harness/server.ts';
import { runVitrine } from '../harness/vitrine-process.ts';
import { raceForDatabase, startAlone } from './race-for-database.ts';
import { letSilenceBeOver, type Several, startSeveral } from './servers.ts';

onOwnServers('A database that several processes may serve', ({ name, postgres }) => {
  if (postgres === undefined) {
    it.skip(`is not ${name}`, () => undefined);
    return;
  }
  let several: Several;
  beforeAll(async () => {
    several = await startSeveral(postgres, 1);
  });
  afterAll(() => several?.close());

  /** What a start with these settings ends with. */
  async function refusal(env: Record<string, string | undefined>): Promise<string> {
    const folder = await scratchFolder('refused');
    const all = { ...several.env, VITRINE_TEST_MODE: 'on', VITRINE_LOG_LEVEL: 'silent', ...env };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const args = ['serve', '--port', '0', '--data', join(folder, 'data')];
    const { code, stderr } = await runVitrine(args, given as Record<string, string>);
    await rm(folder, { recursive: true });
    expect(code).not.toBe(0);
    return stderr.trim();
  }

  const alone = { VITRINE_BLOBS: undefined };

  it('is served by none with another secret than the others, whatever it has as the one before', async () => {
    const others = {
      VITRINE_SECRET: 'a secret that nobody else has got',
      VITRINE_SECRET_OLD: 'another one that nobody else has got',
    };
    expect(await refusal(others)).toMatch(
      /^VITRINE_SECRET: \S+:\d+ serves this installation with another secret, [^\n]*\.$/,
    );
    const marks = await several.query('select secret_marks, settings_marks from processes');
    expect(marks).toEqual([
      {
        secret_marks: expect.stringMatching(/^[0-9a-f]{32}$/),
        settings_marks: expect.stringContaining('"VITRINE_BASE_URL":'),
      },
    ]);
  });

  it('is served by none without test mode beside those in it', async () => {
    expect(await refusal({ VITRINE_TEST_MODE: 'off' })).toMatch(
      /^VITRINE_TEST_MODE: \S+:\d+ serves this installation in test mode, [^\n]*\.$/,
    );
  });

  it('is not for a server that works alone while processes serve it together, nor for half a minute after they were killed', async () => {
    const [served] = several.servers as [Server];
    expect(await refusal(alone)).toMatch(
      /in use by Vitrine servers that work together \(\S+:\d+\)\. Stop those/,
    );
    await served.kill();
    expect(await refusal(alone)).toMatch(/in use by Vitrine servers/);
    await letSilenceBeOver(several, served);
    const single = await startAlone(several);
    try {
      expect(await refusal({})).toMatch(/in use by a Vitrine server that works alone/);
    } finally {
      await single.stop();
      await single.installation.remove();
    }
  });

  it('has the administrator’s token of the one that starts first, with no other one beside it, and that from before ends', async () => {
    const folder = await scratchFolder('tokens');
    const file = join(folder, 'administrator');
    const token = 'the-administrator-of-those-who-start-anew';
    await writeFile(file, token);
    const before = several.balanced.adminToken;
    const statusesBy = ({ call }: Server) =>
      Promise.all([token, before].map(async (one) => (await call('GET', '/v1/me', { token: one })).status));
    const first = await several.start({ env: { VITRINE_ADMIN_TOKEN_FILE: file } });
    expect(await statusesBy(first)).toEqual([200, 403]);
    expect(await refusal({})).toMatch(
      /^VITRINE_ADMIN_TOKEN_FILE: it holds another token than the one that counts where \S+:\d+ serves [^\n]*\.$/,
    );
    expect(await statusesBy(first)).toEqual([200, 403]);
    expect(await first.stop()).toBe(0);
    // The next one to start first brings its own in turn.
    const next = await several.start();
    expect(await statusesBy(next)).toEqual([403, 200]);
    expect(await next.stop()).toBe(0);
    await rm(folder, { recursive: true });
  });

  it('goes to one of two that start at the same moment, or to none, never to both', () =>
    raceForDatabase(several, 2));
});
