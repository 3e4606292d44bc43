import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { extract, pack } from 'tar-stream';
import type { LetThrough, Try } from './door.ts';

type Row = Record<string, string | number | null>;
type Rows = readonly Row[];

/** A backup is restored that says something else of one table, and says so in its manifest. */
export const byRestore =
  (table: string, change: (rows: Rows) => Rows): Try =>
  async ({ play }) => {
    const entries = await entriesOf((await play('admin', 'GET /workspace/v1/backup')).bytes);
    const name = `tables/${table}.ndjson`;
    const lines = String(entries.get(name)).split('\n').filter(Boolean);
    const rows = change(lines.map((line) => JSON.parse(line) as Row));
    const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const manifest = JSON.parse(String(entries.get('manifest.json')));
    const listed = manifest.tables.find((one: { table: string }) => one.table === table);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    Object.assign(listed, { rows: rows.length, sizeBytes: bytes.length, sha256 });
    entries.set('manifest.json', Buffer.from(JSON.stringify(manifest))).set(name, bytes);
    return play('admin', 'PUT /workspace/v1/backup', await archiveOf(entries));
  };

async function entriesOf(archive: Uint8Array): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  for await (const entry of Readable.from([archive]).pipe(extract() as never) as ReturnType<typeof extract>)
    entries.set(entry.header.name, Buffer.concat((await Array.fromAsync(entry)) as Buffer[]));
  return entries;
}

async function archiveOf(entries: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const archive = pack();
  for (const [name, bytes] of entries) archive.entry({ name }, bytes);
  archive.finalize();
  return Buffer.concat((await Array.fromAsync(archive)) as Buffer[]);
}

/** Rows that are taken as they are, whatever the writers would have said of them. */
export const broughtBack = (table: string, change: (rows: Rows) => Rows): LetThrough => ({
  lets: byRestore(table, change),
  because: 'It brings back what was, as it was: the schema alone holds it, and no writer is asked.',
});
