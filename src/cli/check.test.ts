import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { runVitrine } from '../testing/command-io.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ key } = (await server.call('/workspace/v1/files', { body: { name: 'Logo', project: '1' } })).json);
  const pushed = await server.call(`/workspace/v1/files/${key}/content`, {
    method: 'PUT',
    body: JSON.stringify({
      name: 'Logo',
      document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [] },
    }),
  });
  expect(pushed.status).toBe(200);
});
afterAll(() => server.close());

const check = (...args: string[]) => runVitrine(['check', ...args], { env: {} });
const checkOwn = (...args: string[]) => check('--data', server.folder, ...args);

describe('vitrine check on a data folder', () => {
  it('finds all as it was stored, and leaves what is just arriving', async () => {
    const arriving = join(server.folder, 'blobs', 'incoming', 'arriving');
    await writeFile(arriving, 'half');
    expect(await checkOwn()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^All is as it was stored: 1 blob, \d/),
    });
    await rm(arriving);
  });

  it('says that an upstream that files are to be read through is not there, until it is', async () => {
    const env = { VITRINE_READ_THROUGH: 'Elsewhere' };
    const checked = () => runVitrine(['check', '--data', server.folder], { env });
    const { code, stderr } = await checked();
    expect([code, stderr]).toEqual([
      0,
      'VITRINE_READ_THROUGH names "Elsewhere", and there is no such upstream: no file is read through until there is.\n',
    ]);
    const body = {
      name: 'Elsewhere',
      base_url: 'https://design.invalid',
      token: 'a-token',
      organization: '1',
    };
    expect((await server.call('/workspace/v1/upstreams', { body })).status).toBe(200);
    expect(await checked()).toMatchObject({ code: 0, stderr: '' });
  });

  it('names a file that was changed, and one that was lost, with the designs that need them', async () => {
    const { snapshot } = await server.context.database
      .selectFrom('versions')
      .select('snapshot')
      .executeTakeFirstOrThrow();
    const path = await server.context.blobs.localPath(snapshot);
    await writeFile(path, 'other bytes');
    const changed = await checkOwn();
    expect([changed.code, changed.stdout]).toEqual([
      1,
      `changed: ${snapshot}\n  ${path}\n  file ${key} "Logo"\n0 missing, 1 changed, of 1 blob, 0 bytes.\n`,
    ]);
    await rm(path);
    await symlink('/dev/zero', path);
    expect((await checkOwn()).stdout).toContain(`changed: ${snapshot}\n`);
    await rm(path);
    const { json } = await checkOwn('--json');
    expect(json.findings).toEqual([
      { blob: snapshot, fault: 'missing', place: path, files: [{ key, name: 'Logo' }], fonts: [] },
    ]);
  });

  it('says that there is no installation, or one of another version, and makes none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-check-'));
    const empty = await check('--data', folder);
    expect([empty.code, empty.stderr]).toEqual([1, expect.stringContaining('holds no installation')]);
    const { database, close } = await openDatabase({ folder });
    await migrate(database);
    await database
      .deleteFrom('kysely_migration' as never)
      .where('name' as never, '>', '0020' as never)
      .execute();
    await close();
    const older = await check('--data', folder);
    expect([older.code, older.stderr]).toEqual([
      1,
      expect.stringMatching(/^The database has the schema "0019-/),
    ]);
    await rm(folder, { recursive: true });
  });
});
