import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectId } from '../../contract/branded-ids.ts';
import { castWorkspace, files, projects } from '../../testing/cast.ts';
import { runVitrine } from '../../testing/command-io.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('A backup of an installation that holds what no restore takes', () => {
  let server: TestServer;
  let path: string;
  beforeAll(async () => {
    server = await startTestServer({ workspace: castWorkspace() });
    path = join(server.folder, 'kept.backup');
  });
  afterAll(() => server.close());

  const command = (args: readonly string[]) =>
    runVitrine(args, {
      cwd: server.folder,
      env: { VITRINE_URL: server.url, VITRINE_TOKEN: server.adminToken, VITRINE_CA: server.caPath ?? '' },
    });
  const takeAndRestore = async () => {
    rmSync(path, { force: true });
    const taken = await command(['backup', path, '--json']);
    expect(existsSync(path)).toBe(true);
    const restored = await command(['restore', path, '--yes']);
    return { taken, restored, refusal: JSON.parse(taken.stdout).refusal };
  };

  it('is kept, says which column of which row is refused, as a restore does then, and ends with 1', async () => {
    const { database } = server.context;
    const set = (created_at: number) =>
      database.updateTable('files').set({ created_at }).where('key', '=', files.open).execute();
    await set(10 ** 15);
    const { taken, restored, refusal } = await takeAndRestore();
    expect(refusal).toMatch(new RegExp(`^"created_at" of files \\("${files.open}"\\) is .*\\.$`));
    expect(taken).toMatchObject({
      code: 1,
      stderr: `The backup is kept, and could not be restored as it is: ${refusal}\n`,
    });
    expect(restored.code).toBe(1);
    expect(restored.stderr).toContain(refusal);
    await set(1_700_000_000_000);
  });

  it('is told of rows that do not fit together, too', async () => {
    const { database } = server.context;
    const setParent = (parent_id: ProjectId | null) =>
      database.updateTable('projects').set({ parent_id }).where('id', '=', projects.open).execute();
    await setParent(projects.open);
    const { taken, restored, refusal } = await takeAndRestore();
    const sentence = `The project "${projects.open}" lies in itself or in what lies in it.`;
    expect([taken.code, restored.code, refusal]).toEqual([1, 1, sentence]);
    expect(restored.stderr).toContain(sentence);
    await setParent(null);
  });

  it('is taken and restored once that is mended, and tells of nothing', async () => {
    const { taken, restored, refusal } = await takeAndRestore();
    expect([taken.code, taken.stderr, restored.code, refusal]).toEqual([0, '', 0, null]);
  });
});
