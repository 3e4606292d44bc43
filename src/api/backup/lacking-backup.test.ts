import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { castWorkspace, files, playOn, smallDesign } from '../../testing/cast.ts';
import { runVitrine } from '../../testing/command-io.ts';
import { createPostgresDatabase, postgresMissing } from '../../testing/postgres-database.ts';
import { packed, unpacked } from '../../testing/tar-archive.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const missing = postgresMissing();
const note = missing === undefined ? '' : ` (PostgreSQL left out: ${missing})`;
type Engine = 'SQLite' | 'PostgreSQL';

async function startOn(engine: Engine, isFull: boolean): Promise<TestServer> {
  const postgres = engine === 'PostgreSQL' ? await createPostgresDatabase() : undefined;
  if (postgres !== undefined) ends.push(postgres.drop);
  const server = await startTestServer({
    ...(isFull ? { workspace: castWorkspace() } : {}),
    ...(postgres === undefined ? {} : { settings: { databaseUrl: postgres.url } }),
  });
  ends.push(() => server.close());
  return server;
}

/** A file with a design that another version is the difference from, and an image fill. */
async function startFull(engine: Engine): Promise<TestServer> {
  const server = await startOn(engine, true);
  const play = playOn(server);
  const path = `PUT /workspace/v1/files/${files.open}`;
  const state = { status: 'READY_FOR_DEV', message: null };
  expect((await play('alice', `${path}/content`, smallDesign('Lacking'))).status).toBe(200);
  expect((await play('alice', `${path}/nodes/1:2/dev-status`, state)).status).toBe(200);
  return server;
}

async function blobsOfOpen({ context: { database } }: TestServer) {
  const overlay = await database.selectFrom('overlays').selectAll().executeTakeFirstOrThrow();
  const fill = await database.selectFrom('image_fills').select('blob').executeTakeFirstOrThrow();
  return { base: overlay.base, difference: overlay.snapshot, picture: fill.blob };
}

const fileOf = ({ folder }: TestServer, id: string): string =>
  join(folder, 'blobs', id.slice(0, 2), id.slice(2, 4), id);

/** What a disk that begins to fail leaves of a file. */
function damage(server: TestServer, id: string): void {
  const bytes = readFileSync(fileOf(server, id));
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  writeFileSync(fileOf(server, id), bytes);
}

const commandOn = (server: TestServer, args: readonly string[]) =>
  runVitrine(args, {
    cwd: server.folder,
    env: {
      VITRINE_URL: server.url,
      VITRINE_TOKEN: server.adminToken,
      VITRINE_CA: server.caPath ?? '',
    },
  });

/** The archive with its last entry changed. */
async function lackingAs(archive: Buffer, change: (lines: string) => string): Promise<Buffer> {
  const entries = await unpacked(archive);
  return packed(
    entries.map(({ name, bytes }) => ({
      name,
      bytes: name === 'lacking.ndjson' ? Buffer.from(change(String(bytes))) : bytes,
    })),
  );
}

describe(`A backup of an installation with damaged bytes${note}`, () => {
  const engines: Engine[] = missing === undefined ? ['SQLite', 'PostgreSQL'] : ['SQLite'];

  it.each(engines)('names them, holds all the rest and is restored, on %s', async (engine) => {
    const source = await startFull(engine);
    const { base, difference, picture } = await blobsOfOpen(source);
    damage(source, base);
    rmSync(fileOf(source, picture));

    const made = await commandOn(source, ['backup', 'lacking.tar']);
    expect([made.code, made.stderr]).toEqual([
      1,
      expect.stringMatching(/^The backup lacks 2 blobs; all else is in it:\n/),
    ]);
    const needing = `  file ${files.open} "Design open"\n`;
    expect(made.stderr).toContain(`changed: ${base}\n${needing}`);
    expect(made.stderr).toContain(`missing: ${picture}\n${needing}`);

    const archive = readFileSync(join(source.folder, 'lacking.tar'));
    const target = await startOn(engine, false);
    writeFileSync(join(target.folder, 'lacking.tar'), archive);
    const restored = await commandOn(target, ['restore', 'lacking.tar', '--yes']);
    expect([restored.code, restored.stderr]).toEqual([1, '']);
    expect(restored.stdout).toContain('It lacks 3 blobs, which this installation does not have either:\n');
    for (const id of [base, difference, picture]) expect(restored.stdout).toContain(`${id}\n${needing}`);
    const play = playOn(target);
    expect((await play('alice', `GET /v1/files/${files.viewOnly}`)).status).toBe(200);
    // What cannot be held to its base does not stay.
    expect(await target.context.blobs.has(difference)).toBe(false);
  });

  it.each(engines)('is restored whole where these lie whole, on %s', async (engine) => {
    const source = await startFull(engine);
    const { base, picture } = await blobsOfOpen(source);
    damage(source, base);
    rmSync(fileOf(source, picture));
    const { bytes } = await source.call('/workspace/v1/backup');
    const target = await startFull(engine);
    const play = playOn(target);
    const answer = await play('admin', 'PUT /workspace/v1/backup', bytes);
    expect([answer.status, answer.json]).toEqual([
      200,
      expect.objectContaining({ blobs: 6, secret: 'restored', lacking: 0, firstLacking: [] }),
    ]);
    expect((await play('alice', `GET /v1/files/${files.open}`)).status).toBe(200);
  });

  it('is refused where it says that it lacks something else', async () => {
    const source = await startFull('SQLite');
    const { base } = await blobsOfOpen(source);
    damage(source, base);
    const { bytes } = await source.call('/workspace/v1/backup');
    const put = async (change: (lines: string) => string) => {
      const body = await lackingAs(bytes, change);
      const { status, json } = await source.call('/workspace/v1/backup', { method: 'PUT', body });
      return [status, json.err];
    };
    const other =
      /^The archive is damaged: "lacking\.ndjson" is not what was backed up\. Nothing was changed\.$/;
    expect(await put((lines) => lines.replace(base, '0'.repeat(64)))).toEqual([
      400,
      expect.stringMatching(other),
    ]);
    expect(await put(() => 'nothing')).toEqual([400, expect.stringMatching(other)]);
    expect(await put(() => '')).toEqual([400, expect.stringContaining(`"blobs/${base}" is not what`)]);
    expect((await put((lines) => lines))[0]).toBe(200);
  });
});
