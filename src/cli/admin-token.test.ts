import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '../database/folder-lock.ts';
import { runVitrine } from '../testing/command-io.ts';
import { createPostgresDatabase } from '../testing/postgres-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const path = '/workspace/v1/administrator-token';
let folder: string;
const open: TestServer[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-admin-token-'));
});
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function started(settings: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer({ folder, settings });
  open.push(server);
  return server;
}
const stop = () => open.pop()?.close();
const inFile = async (file = join(folder, 'admin-token')) => (await readFile(file, 'utf8')).trim();
const statusFor = async (server: TestServer, token: string) =>
  (await server.call('/v1/me', { token })).status;
const vitrine = (env: Record<string, string> = {}) =>
  runVitrine(['admin-token', '--json'], { cwd: folder, env: { VITRINE_DATA: folder, ...env } });

describe('vitrine admin-token', () => {
  it('ends the token before at once on a running server, and leaves the new one in the file', async () => {
    const server = await started();
    const before = await inFile();
    const { code, json } = await vitrine({ VITRINE_URL: server.url });
    expect([code, json]).toEqual([0, { token: await inFile(), file: join(folder, 'admin-token') }]);
    expect(json.token).not.toBe(before);
    expect([await statusFor(server, before), await statusFor(server, json.token)]).toEqual([403, 200]);
    expect((await stat(join(folder, 'admin-token'))).mode & 0o777).toBe(0o600);
    await stop();
    expect((await started()).adminToken).toBe(json.token);
  });

  it('works without a server, where the file is lost too', async () => {
    await started();
    const before = await inFile();
    await stop();
    await rm(join(folder, 'admin-token'));
    const { code, json } = await vitrine();
    expect([code, json.token]).toEqual([0, await inFile()]);
    const server = await started();
    expect([await statusFor(server, before), await statusFor(server, json.token)]).toEqual([403, 200]);
  });

  it('leaves it to the first start to make an organization, a team and a project', async () => {
    const { code, json } = await vitrine();
    const server = await started();
    const { json: list } = await server.call('/workspace/v1/projects', { token: json.token });
    expect([code, server.adminToken, list.projects]).toMatchObject([
      0,
      json.token,
      [{ id: '1', name: 'Designs' }],
    ]);
  });

  it('says that a server alone has to be stopped where its file is lost while it runs', async () => {
    await started();
    await rm(join(folder, 'admin-token'));
    const { code, stderr } = await vitrine();
    expect([code, stderr]).toEqual([1, expect.stringContaining('stop the server and call this again')]);
    await expect(inFile()).rejects.toThrow(/ENOENT/);
  });

  it('needs the settings alone of servers that work together, and neither their folder nor their file', async (context) => {
    const database = await createPostgresDatabase().catch(() => context.skip('no PostgreSQL here'));
    const data = join(folder, 'of-a-fresh-machine');
    const env = {
      VITRINE_DATA: data,
      DATABASE_URL: database.url,
      VITRINE_BLOBS: 's3://designs?region=eu-central-1',
    };
    try {
      const made = await vitrine(env);
      expect([made.code, made.json.token]).toEqual([0, await inFile(join(data, 'admin-token'))]);
      await rm(join(data, 'admin-token'));
      const lock = lockFolder(data);
      const again = await vitrine(env);
      lock.release();
      expect([again.code, again.json.token]).toEqual([0, await inFile(join(data, 'admin-token'))]);
    } finally {
      await database.drop();
    }
  });

  it('is for the administrator of the installation alone', async () => {
    const server = await started();
    const tokens = [{ name: 'a', token: 'ann-token', scopes: ['workspace:write'] }];
    const ann = {
      id: '77',
      email: 'ann@example.com',
      handle: 'Ann',
      role: 'admin',
      organization: '1',
      tokens,
    };
    expect((await server.call('/workspace/v1/apply', { body: { users: [ann] } })).status).toBe(200);
    const refused = await server.call(path, { method: 'POST', token: 'ann-token' });
    expect([refused.status, refused.json.err]).toEqual([
      403,
      'Only the administrator of this installation may replace this token.',
    ]);
  });

  it('leaves the token as it is where the file cannot be written', async () => {
    const file = join(folder, 'fresh');
    const server = await started({ adminTokenFile: file });
    await rm(file);
    await mkdir(file);
    const answer = await server.call(path, { method: 'POST' });
    expect([answer.status, answer.json.err]).toEqual([409, expect.stringMatching(/fresh cannot be written/)]);
    expect(await statusFor(server, server.adminToken)).toBe(200);
  });
});

describe('The file that VITRINE_ADMIN_TOKEN_FILE names', () => {
  const given = 'a-token-that-the-platform-has-made';
  const file = () => join(folder, 'given');

  it('holds the token, which the start takes over, another one in its place too', async () => {
    await writeFile(file(), `${given}\n`);
    const first = await started({ adminTokenFile: file() });
    expect([first.adminToken, await statusFor(first, given)]).toEqual([given, 200]);
    await stop();
    await writeFile(file(), `${given}-2\n`);
    const second = await started({ adminTokenFile: file() });
    expect([await statusFor(second, `${given}-2`), await statusFor(second, given)]).toEqual([200, 403]);
    await expect(inFile()).rejects.toThrow(/ENOENT/);
  });

  it('is made where it is not there, and read by the commands', async () => {
    const server = await started({ adminTokenFile: file() });
    expect(await inFile(file())).toBe(server.adminToken);
    const env = { VITRINE_URL: server.url, VITRINE_DATA: folder, VITRINE_ADMIN_TOKEN_FILE: file() };
    const ran = await runVitrine(['token', 'list'], { cwd: folder, env });
    expect(ran.code).toBe(0);
  });

  it('is not replaced where it cannot be read', async () => {
    await mkdir(file());
    await expect(started({ adminTokenFile: file() })).rejects.toThrow(
      /^VITRINE_ADMIN_TOKEN_FILE: \S+ is a folder; a file is expected\./,
    );
    expect((await stat(file())).isDirectory()).toBe(true);
  });

  it('is refused with too short a token', async () => {
    await writeFile(file(), 'short');
    await expect(started({ adminTokenFile: file() })).rejects.toThrow(
      /^VITRINE_ADMIN_TOKEN_FILE: a token has 32 bytes at least/,
    );
  });
});
