import { createHash } from 'node:crypto';
import { isTable, type TableName } from '../database/table-list.ts';
import { badRequest, conflict } from '../errors.ts';

const format = 'vitrine-backup';

/** One table of the backup, with what tells a whole copy from a damaged one. */
export interface TableEntry {
  readonly table: TableName;
  readonly rows: number;
  readonly sizeBytes: number;
  /** SHA-256 of the entry's bytes, hex. */
  readonly sha256: string;
}

/**
 * The first entry of the archive, `manifest.json`. Then come `tables/<table>.ndjson`, a row to a line, the
 * installation's `secret`, `blobs/<id>` for every blob that a row refers to, and, where some of these were missing or
 * changed, `lacking.ndjson`, which names them.
 */
export interface Manifest {
  readonly format: typeof format;
  /** The schema that the rows have. */
  readonly schemaVersion: string;
  readonly createdAt: string;
  readonly tables: readonly TableEntry[];
  /** SHA-256 of the installation's secret, hex; older backups hold none. */
  readonly secretSha256?: string;
  /** How many blobs follow; those that are missing do not. */
  readonly blobs: number;
  /** Why the program that wrote it would refuse to restore its rows; absent where it would take them. */
  readonly refusal?: string | undefined;
}

export const manifestName = 'manifest.json';
export const secretName = 'secret';
export const tableEntryName = (table: TableName): string => `tables/${table}.ndjson`;
export const blobEntryName = (id: string): string => `blobs/${id}`;

export function manifestOf(
  {
    schemaVersion,
    tables,
    secret,
    blobs,
    refusal,
  }: Omit<Manifest, 'format' | 'createdAt' | 'secretSha256'> & {
    readonly secret: string;
  },
  now: number,
): Manifest {
  return {
    format,
    schemaVersion,
    createdAt: new Date(now).toISOString(),
    tables: tables.map(({ table, rows, sizeBytes, sha256 }) => ({ table, rows, sizeBytes, sha256 })),
    secretSha256: sha256Of(secret),
    blobs,
    refusal,
  };
}

/** What the text of a manifest says of a restore, if it is one. */
export function refusalIn(text: string): string | undefined {
  const { refusal } = (parsed(text) ?? {}) as Partial<Manifest>;
  return typeof refusal === 'string' ? refusal : undefined;
}

export const sha256Of = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/**
 * @param schemaVersion that of the database which the rows would come to
 * @throws ApiError 400 for anything but a manifest, 409 for one of another schema
 */
export function readManifest(text: string, schemaVersion: string): Manifest {
  const manifest = parsed(text) as Partial<Manifest> | null;
  if (typeof manifest !== 'object' || manifest === null || manifest.format !== format) throw notABackup();
  if (manifest.schemaVersion !== schemaVersion) {
    throw conflict(
      `The backup has the schema "${String(manifest.schemaVersion).slice(0, 100)}", this installation "${schemaVersion}". Restore it with the version that wrote it. Nothing was changed.`,
    );
  }
  const { tables, blobs } = manifest;
  if (!Array.isArray(tables) || !tables.every(isTableEntry) || !Number.isSafeInteger(blobs))
    throw notABackup();
  return manifest as Manifest;
}

export const notABackup = () => badRequest('The body is not a backup of this program. Nothing was changed.');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isTableEntry(entry: Partial<TableEntry> | null): boolean {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    // Tables that are not copied any more are passed over.
    isTable(String(entry.table)) &&
    Number.isSafeInteger(entry.rows) &&
    typeof entry.sha256 === 'string'
  );
}
