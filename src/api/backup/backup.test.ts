import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { get } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StoreAway } from '../../blobs/object-store.ts';
import { dumpTables } from '../../database/dump.ts';
import { castWorkspace, files, onePixelPng, type Play, people, playOn } from '../../testing/cast.ts';
import {
  createPostgresDatabase,
  type PostgresDatabase,
  postgresMissing,
} from '../../testing/postgres-database.ts';
import { packed, type TarEntry, unpacked } from '../../testing/tar-archive.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const path = '/workspace/v1/backup';
type Engine = 'SQLite' | 'PostgreSQL';
interface Place {
  readonly server: TestServer;
  readonly play: Play;
}

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** A server on that engine; without `isFull` it holds nothing but its administrator. */
async function startOn(engine: Engine, isFull: boolean): Promise<Place> {
  let postgres: PostgresDatabase | undefined;
  if (engine === 'PostgreSQL') {
    postgres = await createPostgresDatabase();
    ends.push(postgres.drop);
  }
  const server = await startTestServer({
    ...(isFull ? { workspace: castWorkspace() } : {}),
    ...(postgres === undefined ? {} : { settings: { databaseUrl: postgres.url } }),
  });
  ends.push(() => server.close());
  return { server, play: playOn(server) };
}

const take = async ({ server }: Place): Promise<Buffer> => {
  const answer = await server.call(path);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/x-tar']);
  return answer.bytes;
};
const put = ({ play }: Place, archive: Uint8Array) => play('admin', `PUT ${path}`, archive);
const incoming = ({ server }: Place) => readdir(join(server.folder, 'incoming'));

/** All rows but the administrator's tokens, the moments at which tokens were used last, and calls: they are written some later. */
async function rowsOf({ server }: Place) {
  const rows: [string, Record<string, unknown>][] = [];
  for await (const part of dumpTables(server.context.database)) {
    for (const { last_used_at: _used, ...row } of part.rows) rows.push([part.table, row]);
  }
  return rows.filter(
    ([table, row]) => table !== 'request_log' && (table !== 'tokens' || row.expires_at !== null),
  );
}

async function blobsOf({ server }: Place): Promise<string[]> {
  return (await Array.fromAsync(server.context.blobs.list())).map(({ id }) => id).sort();
}

/** Its address is one of the server that answers. */
const withoutThumbnail = (answer: string): string => answer.replace(/"thumbnailUrl":"[^"]*"/, '');

const missing = postgresMissing();
const note = missing === undefined ? '' : ` (PostgreSQL left out: ${missing})`;

describe(`A backup goes whole${note}`, () => {
  const ways: [Engine, Engine][] = [
    ['SQLite', 'SQLite'],
    ['SQLite', 'PostgreSQL'],
    ['PostgreSQL', 'SQLite'],
    ['PostgreSQL', 'PostgreSQL'],
  ];

  it.each(ways)('from %s to %s', async (from, to) => {
    if (missing !== undefined && (from === 'PostgreSQL' || to === 'PostgreSQL')) return;
    const source = await startOn(from, true);
    const target = await startOn(to, false);
    const before = await source.play('alice', `GET /v1/files/${files.open}`);
    const archive = await take(source);
    await expect.poll(() => incoming(source)).toEqual([]);

    const answer = await put(target, archive);
    expect(answer.json).toEqual({
      rows: expect.any(Number),
      blobs: 4,
      standstillMs: expect.any(Number),
      secret: 'restored',
      lacking: 0,
      firstLacking: [],
    });
    expect(await rowsOf(target)).toEqual(await rowsOf(source));
    expect(await blobsOf(target)).toEqual(await blobsOf(source));
    expect(await incoming(target)).toEqual([]);

    const after = await target.play('alice', `GET /v1/files/${files.open}`);
    expect(withoutThumbnail(after.text)).toBe(withoutThumbnail(before.text));
    const { picture } = (await target.play('alice', `GET /v1/files/${files.open}/images`)).json.meta.images;
    const address = new URL(picture);
    const download = await target.server.call(address.pathname + address.search, { token: null });
    expect(download.bytes).toEqual(onePixelPng);
  });
});

describe('A backup', () => {
  let place: Place;
  let archive: Buffer;

  beforeAll(async () => {
    place = await startOn('SQLite', true);
    archive = await take(place);
  });

  /** The archive is refused with that sentence, and everything is as it was. */
  async function expectRefusal(broken: Uint8Array, sentence: RegExp, status = 400): Promise<void> {
    const before = await rowsOf(place);
    const answer = await put(place, broken);
    expect([answer.status, answer.json.err]).toEqual([status, expect.stringMatching(sentence)]);
    expect(answer.json.err).toMatch(/Nothing was changed\.$/);
    expect(await rowsOf(place)).toEqual(before);
    expect(await incoming(place)).toEqual([]);
  }

  /** The archive with some of its entries changed, and the manifest's sums made to fit where asked. */
  async function changed(change: (entry: TarEntry) => TarEntry | undefined): Promise<Buffer> {
    return packed((await unpacked(archive)).map(change).filter((entry) => entry !== undefined));
  }

  it('holds what its manifest says, the manifest first and tables before blobs', async () => {
    const [first, ...others] = await unpacked(archive);
    const manifest = JSON.parse(String(first?.bytes));
    expect([first?.name, manifest.format]).toEqual(['manifest.json', 'vitrine-backup']);
    const kinds = others.map(({ name }) => name.split('/')[0]);
    expect(kinds).toEqual([...kinds].sort((a, b) => (b as string).localeCompare(a as string)));
    expect(kinds.filter((kind) => kind === 'blobs')).toHaveLength(manifest.blobs);
  });

  it('leaves the administrator’s token of this data folder working, and no other', async () => {
    const other = await startOn('SQLite', true);
    expect((await put(place, await take(other))).status).toBe(200);
    expect((await place.play('admin', 'GET /v1/me')).json.handle).toBe('Administrator');
    expect((await place.play('admin', `GET ${path}`)).status).toBe(200);
    const stranger = await place.play({ token: other.server.adminToken }, 'GET /v1/me');
    expect(stranger.status).toBe(403);
  });

  it('brings back what was deleted and takes away what was made since', async () => {
    const since = await take(place);
    await place.play('alice', `DELETE /workspace/v1/files/${files.open}`);
    await place.play('admin', 'POST /workspace/v1/files', { name: 'New', project: '200', key: 'since' });
    await put(place, since);
    expect((await place.play('alice', `GET /v1/files/${files.open}`)).status).toBe(200);
    expect((await place.play('alice', 'GET /v1/files/since/meta')).status).toBe(404);
  });

  it('brings back no token, grant or session that ended since', async () => {
    const { database } = place.server.context;
    const kept = (
      await place.play('alice', 'POST /workspace/v1/me/tokens', {
        name: 'kept',
        scopes: ['current_user:read'],
      })
    ).json;
    const ended = (
      await place.play('alice', 'POST /workspace/v1/me/tokens', {
        name: 'ended',
        scopes: ['current_user:read'],
      })
    ).json;
    const session = { user_id: people.alice, created_at: 1, last_seen_at: 1, expires_at: 9_999_999_999_999 };
    await database
      .insertInto('sessions')
      .values({ ...session, hash: 'left' })
      .execute();
    const since = await take(place);
    await place.play('alice', `DELETE /workspace/v1/me/tokens/${ended.id}`);
    await database.deleteFrom('sessions').execute();
    expect((await put(place, since)).status).toBe(200);
    const statusFor = async ({ token }: { token: string }) =>
      (await place.play({ token }, 'GET /v1/me')).status;
    expect([await statusFor(kept), await statusFor(ended)]).toEqual([200, 403]);
    expect(await database.selectFrom('sessions').selectAll().execute()).toEqual([]);
    const elsewhere = await startOn('SQLite', false);
    await put(elsewhere, since);
    expect((await elsewhere.play({ token: ended.token }, 'GET /v1/me')).status).toBe(200);
  });

  it('that nobody reads to its end leaves nothing on the disk', async () => {
    const { server } = place;
    expect((await server.call(path, { method: 'HEAD' })).status).toBe(200);
    await expect.poll(() => incoming(place)).toEqual([]);
    const big = randomBytes(8_000_000);
    await server.context.blobs.put(big).then(({ id }) =>
      server.context.database
        .insertInto('image_fills')
        .values({
          file_key: files.empty,
          image_ref: 'big',
          blob: id,
          content_type: 'image/png',
          size_bytes: 1,
        })
        .execute(),
    );
    await new Promise<void>((resolve, reject) => {
      const call = get(
        server.url + path,
        { ca: readFileSync(server.caPath as string), headers: { 'x-service-token': server.adminToken } },
        (answer) => answer.once('data', () => resolve(void call.destroy())),
      );
      call.once('error', reject);
    });
    await expect.poll(() => incoming(place)).toEqual([]);
    await server.context.database.deleteFrom('image_fills').where('image_ref', '=', 'big').execute();
  });

  it('is not begun where the store cannot be asked for sizes, and leaves nothing on the disk', async () => {
    const { blobs } = place.server.context;
    const away = vi.spyOn(blobs, 'sizeOf').mockRejectedValue(new StoreAway('The store is away.'));
    onTestFinished(() => away.mockRestore());
    expect((await place.play('admin', `GET ${path}`)).status).toBe(503);
    expect(away).toHaveBeenCalled();
    expect(await incoming(place)).toEqual([]);
  });

  it.each(['alice', 'bob', 'dan'] as const)('is not for %s', async (who) => {
    expect((await place.play(who, `GET ${path}`)).status).toBe(403);
    const before = await rowsOf(place);
    expect((await place.play(who, `PUT ${path}`, archive)).status).toBe(403);
    expect(await rowsOf(place)).toEqual(before);
  });

  it('is not for a token of the administrator that may only read, since it holds the secret', async () => {
    const wish = { name: 'Reads', scopes: ['workspace:read'] };
    const { json } = await place.play('admin', 'POST /workspace/v1/me/tokens', wish);
    expect((await place.play(json, `GET ${path}`)).status).toBe(403);
  });

  it('that is cut anywhere is refused and changes nothing', async () => {
    const rowsEnd = archive.indexOf('blobs/');
    const cuts = [0, 1, 511, 512, 700, 1024, 1536, 3000, rowsEnd, rowsEnd + 512, archive.length - 4096];
    for (const cut of cuts) await expectRefusal(archive.subarray(0, cut), /cut off|incomplete|not a backup/);
  });

  it('that is a file of another kind is refused as such', async () => {
    await expectRefusal(Buffer.from('# Words of a page\n'.repeat(100)), /not a backup/);
  });

  it('that lacks a table or a blob is refused by the name of what is missing', async () => {
    const lacks = (name: string) => changed((entry) => (entry.name.startsWith(name) ? undefined : entry));
    await expectRefusal(await lacks('tables/files'), /files is missing/);
    await expectRefusal(await lacks('blobs/'), /[0-9a-f]{64} is missing/);
    await expectRefusal(await lacks('manifest.json'), /not a backup/);
  });

  it('with a changed row or a changed blob is refused', async () => {
    const renamed = (from: string, to: string) => (entry: TarEntry) =>
      entry.name.startsWith(from)
        ? { ...entry, bytes: Buffer.from(String(entry.bytes).replace('Alice', to)) }
        : entry;
    await expectRefusal(
      await changed(renamed('tables/users', 'Mallory')),
      /"tables\/users\.ndjson" is not what/,
    );
    const flipped = await changed((entry) =>
      entry.name.startsWith('blobs/')
        ? { ...entry, bytes: Buffer.concat([entry.bytes, Buffer.of(0)]) }
        : entry,
    );
    await expectRefusal(flipped, /"blobs\/[0-9a-f]{64}" is not what/);
  });

  it('brings the secret, and is refused where that is changed or missing', async () => {
    const secretOf = async (from: Place) => (await unpacked(await take(from))).find(isSecret)?.bytes;
    const isSecret = ({ name }: TarEntry) => name === 'secret';
    const other = await startOn('SQLite', false);
    expect(await secretOf(other)).not.toEqual(await secretOf(place));
    expect((await put(other, archive)).json.secret).toBe('restored');
    expect(await secretOf(other)).toEqual((await unpacked(archive)).find(isSecret)?.bytes);
    const another = (entry: TarEntry) =>
      isSecret(entry) ? { ...entry, bytes: Buffer.from(`${'x'.repeat(43)}\n`) } : entry;
    await expectRefusal(await changed(another), /"secret" is not what was backed up/);
    await expectRefusal(await changed((entry) => (isSecret(entry) ? undefined : entry)), /secret is missing/);
  });

  it('of a time before secrets leaves the one that is there', async () => {
    const { secretSha256: _none, ...manifest } = JSON.parse(String((await unpacked(archive))[0]?.bytes));
    const older = await changed((entry) => {
      if (entry.name === 'secret') return undefined;
      return entry.name === 'manifest.json'
        ? { ...entry, bytes: Buffer.from(JSON.stringify(manifest)) }
        : entry;
    });
    const before = await readFile(join(place.server.folder, 'secret'), 'utf8');
    expect((await put(place, older)).json.secret).toBe('kept');
    expect(await readFile(join(place.server.folder, 'secret'), 'utf8')).toBe(before);
  });

  it('of another schema is refused with the name of both', async () => {
    const newer = await changed((entry) =>
      entry.name === 'manifest.json'
        ? { ...entry, bytes: Buffer.from(String(entry.bytes).replace(/"\d{4}-[\w-]+"/, '"9999-later"')) }
        : entry,
    );
    await expectRefusal(newer, /"9999-later".*"\d{4}-/, 409);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('This is no archive. '.repeat(100))],
    ['zeroes', Buffer.alloc(100_000)],
    ['more than is read before the refusal', Buffer.alloc(20_000_000, 'x')],
  ])('is not %s', async (_title, bytes) => {
    await expectRefusal(bytes, /cut off|not a backup/);
  });

  it('is not an archive of other things', async () => {
    const stray = { name: '../../etc/passwd', bytes: Buffer.from('root') };
    await expectRefusal(await packed([stray]), /not a backup/);
    const [manifest] = await unpacked(archive);
    await expectRefusal(await packed([manifest!, stray]), /holds "\.\.\/\.\.\/etc\/passwd"/);
  });
});

describe('Rows that pass every sum and do not fit together', () => {
  const engines: Engine[] = missing === undefined ? ['SQLite', 'PostgreSQL'] : ['SQLite'];

  /** A backup whose table is changed and whose manifest says so, as only somebody on purpose would write it. */
  async function forged(archive: Buffer, table: string, change: (text: string) => string): Promise<Buffer> {
    const entries = await unpacked(archive);
    const name = `tables/${table}.ndjson`;
    const bytes = Buffer.from(change(String(entries.find((entry) => entry.name === name)?.bytes)));
    const manifest = JSON.parse(String(entries[0]?.bytes));
    for (const entry of manifest.tables) {
      if (entry.table !== table) continue;
      entry.sha256 = createHash('sha256').update(bytes).digest('hex');
      entry.rows = String(bytes).split('\n').length - 1;
    }
    return packed(
      entries.map((entry) => {
        if (entry.name === 'manifest.json') return { ...entry, bytes: Buffer.from(JSON.stringify(manifest)) };
        return entry.name === name ? { ...entry, bytes } : entry;
      }),
    );
  }

  it.each(engines)('are refused by %s, and everything is as it was', async (engine) => {
    const place = await startOn(engine, true);
    const archive = await take(place);
    const before = await rowsOf(place);
    const ways: [table: string, (text: string) => string, RegExp][] = [
      ['files', (text) => text.replaceAll('"project_id":"200"', '"project_id":"nowhere"'), /fit together/],
      ['users', (text) => text.replaceAll('"handle":', '"no_such_column":'), /fit together/],
      ['teams', (text) => text.replaceAll(/"created_at":\d+/g, '"created_at":"soon"'), /fit together/],
      ['teams', (text) => text.replaceAll(/"created_at":\d+/g, '"created_at":{}'), /no row of a table/],
      ['teams', () => 'nonsense\n', /no row of a table/],
      [
        'users',
        (text) => text.replaceAll('"installation_admin":1', '"installation_admin":0'),
        /no administrator/,
      ],
    ];
    for (const [table, change, sentence] of ways) {
      const answer = await put(place, await forged(archive, table, change));
      expect([table, answer.status, answer.json.err]).toEqual([table, 400, expect.stringMatching(sentence)]);
      expect(await rowsOf(place)).toEqual(before);
      expect((await place.play('alice', 'GET /v1/me')).json.id).toBe(people.alice);
    }
  });
});
