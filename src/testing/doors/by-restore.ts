import { createHash } from 'node:crypto';
import { installationSetting } from '../../installation/installation-settings-store.ts';
import { packed, unpacked } from '../tar-archive.ts';
import type { LetThrough, Try } from './door.ts';
import type { Visit } from './visit.ts';

export type Row = Record<string, string | number | null>;
type Rows = readonly Row[];

/**
 * A backup is restored that says something else of one table, and says so in its manifest. It is one of another
 * installation: of its own, a server takes back no token that does not count any more.
 *
 * @param make makes what the backup holds beside the cast
 */
export const byRestore =
  (table: string, change: (rows: Rows) => Rows, make: Make = async () => {}): Try =>
  async (visit) => {
    await make(visit);
    return restoreChanged(visit, (entries) => {
      changeTable(entries, 'settings', (rows) => rows.filter(({ name }) => name !== installationSetting));
      changeTable(entries, table, change);
    });
  };

/** What an archive holds, by the names of its entries. */
export type Entries = Map<string, Buffer>;

/** A backup is made, changed and restored. */
export async function restoreChanged({ play }: Visit, change: (entries: Entries) => unknown) {
  const entries = await entriesOf((await play('admin', 'GET /workspace/v1/backup')).bytes);
  await change(entries);
  return play('admin', 'PUT /workspace/v1/backup', await archiveOf(entries));
}

/** Puts other bytes in the place of a blob, under the name that they have, wherever rows name it. */
export function changeBlob(entries: Entries, id: string, bytes: Buffer): void {
  const other = createHash('sha256').update(bytes).digest('hex');
  entries.delete(`blobs/${id}`);
  entries.set(`blobs/${other}`, bytes);
  const renamed = (row: Row): Row =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value === id ? other : value]));
  for (const table of ['versions', 'overlays']) changeTable(entries, table, (rows) => rows.map(renamed));
}

type Make = (visit: Visit) => Promise<unknown>;

function changeTable(entries: Entries, table: string, change: (rows: Rows) => Rows): void {
  const name = `tables/${table}.ndjson`;
  const lines = String(entries.get(name) ?? '')
    .split('\n')
    .filter(Boolean);
  const rows = change(lines.map((line) => JSON.parse(line) as Row));
  const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const manifest = JSON.parse(String(entries.get('manifest.json')));
  const others = manifest.tables.filter((one: { table: string }) => one.table !== table);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  manifest.tables = [...others, { table, rows: rows.length, sizeBytes: bytes.length, sha256 }];
  entries.set('manifest.json', Buffer.from(JSON.stringify(manifest))).set(name, bytes);
}

async function entriesOf(archive: Uint8Array): Promise<Entries> {
  return new Map((await unpacked(archive)).map(({ name, bytes }) => [name, bytes]));
}

function archiveOf(entries: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const ordered = [...entries].sort(([one], [other]) => placeOf(one) - placeOf(other));
  return packed(ordered.map(([name, bytes]) => ({ name, bytes })));
}

/** The manifest stands first, and blobs behind the tables that refer to them. */
function placeOf(name: string): number {
  if (name === 'manifest.json') return 0;
  return name.startsWith('tables/') ? 1 : 2;
}

/** Rows that are taken as they are, whatever the writers would have said of them, and why. */
export const broughtBack = (
  because: string,
  ...[table, change, make]: Parameters<typeof byRestore>
): LetThrough => ({ lets: byRestore(table, change, make), because });

/** What says that a column holds something else, in each row. */
export const withColumns =
  (columns: Row) =>
  (rows: Rows): Rows =>
    rows.map((row) => ({ ...row, ...columns }));

/** What says that there is one row more. */
export const withRow =
  (row: Row) =>
  (rows: Rows): Rows => [...rows, { ...rows[0], ...row }];

/** What the database says by keys, references and unique indexes. */
export const doNotFit = 'The rows of the backup do not fit together: … Nothing was changed.';
