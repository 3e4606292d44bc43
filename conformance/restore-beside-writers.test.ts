import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import pg from 'pg';
import { extract, pack } from 'tar-stream';
import { expect, it, onTestFinished } from 'vitest';
import { cast, fileOf } from './harness/cast.ts';
import type { Answer } from './harness/client.ts';
import { as } from './harness/delivery-record.ts';
import { onOwnServers } from './harness/engines.ts';
import { smallFile } from './harness/example-file.ts';
import { type Server, startServer } from './harness/server.ts';
import { startSeveral } from './several/servers.ts';

const path = '/workspace/v1/backup';
/** A lock of PostgreSQL that is used for nothing else. */
const heldRows = 7_000_001;
/** Rows that take SQLite several seconds to put in place, and are of no other use. */
const manyRows = 1_500_000;

/** One server, or two that share a database: who restores, and who is written to. */
interface Place {
  readonly restoring: Server;
  readonly written: Server;
  /** Of PostgreSQL. */
  readonly databaseUrl?: string | undefined;
  /** Kills the one that restores. */
  kill(): Promise<void>;
  /** Who can be written to after that. */
  left(): Promise<Server>;
}

type Start = () => Promise<Place>;

const startOne = (postgres: string | undefined) => async (): Promise<Place> => {
  let server = await startServer({ postgres });
  onTestFinished(async () => {
    await server.kill();
    await server.installation.remove();
  });
  const left = async () => {
    server = await startServer({ installation: server.installation });
    return server;
  };
  const { DATABASE_URL: databaseUrl } = server.installation.env;
  return { restoring: server, written: server, databaseUrl, kill: () => server.kill(), left };
};

const startTwo = (postgres: string) => async (): Promise<Place> => {
  const several = await startSeveral(postgres, 2);
  onTestFinished(() => several.close());
  const [restoring, written] = several.servers as [Server, Server];
  const left = async () => written;
  return { restoring, written, databaseUrl: several.databaseUrl, kill: () => restoring.kill(), left };
};

const restore = ({ restoring }: Place, body: Buffer): Promise<Answer> =>
  restoring.call('PUT', path, {
    token: restoring.adminToken,
    body,
    headers: { 'content-type': 'application/x-tar' },
  });

const label = (server: Server, mark: string): Promise<Answer> =>
  as(server, 'POST', '/workspace/v1/files/written/versions', { label: mark });

async function labelsOf(server: Server): Promise<string[]> {
  const labels: string[] = [];
  for (let query = '?page_size=50'; query !== ''; ) {
    const { json } = await as(server, 'GET', `/v1/files/written/versions${query}`);
    labels.push(...json.versions.flatMap(({ label }: { label: string | null }) => label ?? []));
    const next = json.pagination.next_page;
    query = next === undefined ? '' : new URL(next).search;
  }
  return labels;
}

/** The archive of an installation with a file, and as many more rows as take a while. */
async function archiveOf({ written }: Place): Promise<Buffer> {
  const files = [fileOf('written', smallFile('First'))];
  expect((await as(written, 'POST', '/workspace/v1/apply', cast({ files }))).status).toBe(200);
  const { status, bytes } = await written.call('GET', path, { token: written.adminToken });
  expect(status).toBe(200);
  return bytes;
}

async function withManyRows(archive: Buffer): Promise<Buffer> {
  const name = 'tables/settings.ndjson';
  const entries = new Map<string, Buffer>();
  for await (const entry of Readable.from([archive]).pipe(extract() as never) as ReturnType<typeof extract>)
    entries.set(entry.header.name, Buffer.concat((await Array.fromAsync(entry)) as Buffer[]));
  const more = Array.from({ length: manyRows }, (_, at) => `{"name":"many ${at}","value":"${at}"}\n`);
  const rows = Buffer.concat([entries.get(name) as Buffer, Buffer.from(more.join(''))]);
  const manifest = JSON.parse(String(entries.get('manifest.json')));
  const settings = manifest.tables.find(({ table }: { table: string }) => table === 'settings');
  settings.rows += manyRows;
  settings.sha256 = createHash('sha256').update(rows).digest('hex');
  const packed = pack();
  entries.set(name, rows).set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  for (const [entry, bytes] of entries) packed.entry({ name: entry }, bytes);
  packed.finalize();
  return Buffer.concat((await Array.fromAsync(packed)) as Buffer[]);
}

/** A restore that stands still among its rows until it is let go on; SQLite is given so many that they take a while. */
async function slowRestore(place: Place, archive: Buffer) {
  if (place.databaseUrl === undefined)
    return { restored: restore(place, await withManyRows(archive)), goOn: async () => {} };
  const holder = new pg.Client({ connectionString: place.databaseUrl });
  await holder.connect();
  let ended: Promise<void> | undefined;
  const goOn = () => (ended ??= holder.end());
  onTestFinished(goOn);
  await holder.query(`
    select pg_advisory_lock(${heldRows});
    create function hold() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(${heldRows}); return null; end';
    create trigger hold before insert on settings for each statement execute function hold()`);
  return { restored: restore(place, archive), goOn };
}

const isRefused = ({ status, headers, text }: Answer): boolean =>
  status === 503 &&
  Number(headers['retry-after']) > 0 &&
  text.includes('A backup is just being put in place');

/** Refused, or told that what it had found is gone now. */
const isPutOff = ({ status, headers, text }: Answer): boolean =>
  status === 404 ||
  (status === 503 && Number(headers['retry-after']) > 0 && text.includes('Nothing was changed'));

/** Writes one after the other until it is told to end; what was answered to each mark, in this order. */
function writer({ written }: Place, name: string) {
  const answers: { readonly mark: string; readonly answer: Answer }[] = [];
  let isOver = false;
  const writing = (async () => {
    for (let count = 0; !isOver; count += 1) {
      const mark = `${name} ${count}`;
      answers.push({ mark, answer: await label(written, mark) });
    }
  })();
  const end = async () => {
    isOver = true;
    await writing;
    return answers;
  };
  return { answers, end };
}

/** Has what happens in a file told to somebody whom nobody reaches. */
async function tellTheDead({ written }: Place): Promise<void> {
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => closed.once('listening', done));
  const { port } = closed.address() as { port: number };
  await new Promise((done) => closed.close(done));
  for (const event_type of ['FILE_VERSION_UPDATE', 'FILE_UPDATE']) {
    const webhook = { event_type, context: 'file', context_id: 'written', passcode: 'secret' };
    const body = { ...webhook, endpoint: `http://127.0.0.1:${port}/` };
    expect((await as(written, 'POST', '/v2/webhooks', body)).status).toBe(200);
  }
}

/** What was answered up to some moment is gone, and all that was answered after it is there; what was refused is not. */
function expectNothingLost(answers: Awaited<ReturnType<ReturnType<typeof writer>['end']>>, there: string[]) {
  const made = answers.filter(({ answer }) => answer.status === 200).map(({ mark }) => there.includes(mark));
  expect(made.slice(made.indexOf(true))).not.toContain(false);
  expect(made).toEqual(expect.arrayContaining([true, false]));
  const others = answers.filter(({ answer }) => answer.status !== 200);
  expect(others.filter(({ answer }) => !isPutOff(answer)).map(({ answer }) => answer.text)).toEqual([]);
  expect(others.filter(({ mark }) => there.includes(mark))).toEqual([]);
}

onOwnServers('A restore into an installation that is at work', ({ name, postgres }) => {
  const starts: [string, Start][] = [[`one server on ${name}`, startOne(postgres)]];
  if (postgres !== undefined) starts.push(['two servers', startTwo(postgres)]);

  it.each(starts)(
    'of %s ends beside three writers whose changes are told to nobody, and keeps what it let them change',
    async (_title, start) => {
      const place = await start();
      const archive = await archiveOf(place);
      await tellTheDead(place);
      const writers = ['one', 'two', 'three'].map((each) => writer(place, each));
      const haveWritten = (most: number) => writers.every(({ answers }) => answers.length > most);
      await expect.poll(() => haveWritten(3)).toBe(true);
      const { restored: answered, goOn } = await slowRestore(place, archive);
      const areRefused = () =>
        writers.every(({ answers }) => answers.some(({ answer }) => isRefused(answer)));
      await expect.poll(areRefused).toBe(true);
      await goOn();
      const { status, json } = await answered;
      expect([status, json.standstillMs]).toEqual([200, expect.any(Number)]);
      const restored = Math.max(...writers.map(({ answers }) => answers.length));
      await expect.poll(() => haveWritten(restored + 2)).toBe(true);
      const ended = await Promise.all(writers.map(({ end }) => end()));
      const there = await labelsOf(place.restoring);
      for (const answers of ended) expectNothingLost(answers, there);
    },
  );

  it.each(starts)(
    'of %s that is killed leaves all as it was, and refuses nothing more',
    async (_title, start) => {
      const place = await start();
      const archive = await archiveOf(place);
      expect((await label(place.written, 'before')).status).toBe(200);
      const { restored, goOn } = await slowRestore(place, archive);
      const restoring = restored.catch(() => 'killed');
      await expect.poll(async () => isRefused(await label(place.written, 'beside'))).toBe(true);
      await place.kill();
      expect(await restoring).toBe('killed');
      await goOn();
      const left = await place.left();
      await expect.poll(async () => (await label(left, 'afterwards')).status).toBe(200);
      const there = await labelsOf(left);
      expect(there).toEqual(expect.arrayContaining(['before', 'afterwards']));
    },
  );
});
