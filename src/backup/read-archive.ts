import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { extract, type Header } from 'tar-stream';
import { faultOf } from '../blobs/blob-fault.ts';
import { isBlobId } from '../blobs/blob-id.ts';
import type { BlobId, BlobStore } from '../blobs/blob-store.ts';
import type { DumpedRow } from '../database/dump.ts';
import type { TableName } from '../database/table-list.ts';
import { ApiError, badRequest, messageOf } from '../errors.ts';
import { secretOf } from '../installation/installation-secret.ts';
import { installationSetting } from '../installation/installation-settings-store.ts';
import { collectBlobs } from './collect-blobs.ts';
import {
  type Beginning,
  type KeptDesigns,
  noDesigns,
  noteDesigns,
  notingBeginning,
  refuseUnfit,
  refuseUnsound,
  refuseUnsoundDifferences,
} from './kept-designs.ts';
import { lackingName, readLackingLine } from './lacking-blobs.ts';
import {
  blobEntryName,
  type Manifest,
  manifestName,
  notABackup,
  readManifest,
  secretName,
  sha256Of,
  tableEntryName,
} from './manifest.ts';
import { linesOf, readRows, spoolBytes } from './rows-file.ts';
import { type WorksBeside, worksBeside } from './works-beside.ts';

/** An entry of the archive, being read. */
type Entry = AsyncIterable<Uint8Array> & { readonly header: Header; resume(): unknown };

/** A backup whose tables lie checked on the disk and whose blobs are stored. */
export interface ReceivedBackup {
  readonly manifest: Manifest;
  readonly paths: ReadonlyMap<TableName, string>;
  /** The secret of the installation that was backed up; undefined in older backups. */
  readonly secret: string | undefined;
  /** Id of the installation that made the backup; undefined where it had none yet. */
  readonly installationId: string | undefined;
  /** Id of the installation's administrator in the backup. */
  readonly administratorId: string;
  /** How many blobs are stored that rows of the backup refer to. */
  readonly blobs: number;
  /** Those that rows refer to and that are to be had nowhere. */
  readonly lacking: readonly BlobId[];
  /** Of these, what is stored and may not stay: changes of a design that lacks can be held to nothing. */
  readonly unproven: readonly BlobId[];
}

interface Receiving {
  readonly schemaVersion: string;
  readonly folder: string;
  readonly blobs: BlobStore;
  manifest: Manifest | undefined;
  readonly paths: Map<TableName, string>;
  readonly administrators: string[];
  secret: string | undefined;
  installationId: string | undefined;
  /** What the rows refer to, and what has come of it. */
  readonly wanted: Set<BlobId>;
  readonly stored: Set<BlobId>;
  /** Blobs that came with the bytes of others, and what the backup says that it lacks: these and missing ones. */
  readonly changed: Set<BlobId>;
  readonly lacking: Set<BlobId>;
  readonly designs: KeptDesigns;
  /** What is stored and looked through while more of the archive is read. */
  readonly beside: WorksBeside;
  /** Whether a blob has come: no table comes behind it. */
  isPastTables: boolean;
}

/** Each waits for the disk several times, and for who works beside. */
const storedAtOnce = 16;
/** Larger ones are stored as they come, one after the other. */
const mostBytesInMemory = 1024 * 1024;
const largestManifestBytes = 1024 * 1024;
const largestSecretBytes = 64 * 1024;

/**
 * Reads the whole archive and changes nothing but that blobs are stored, which nobody refers to yet.
 * @throws ApiError 400 for an archive that is broken, cut or incomplete, 409 for one of another version
 */
export async function readArchive(
  body: Readable,
  place: Pick<Receiving, 'blobs' | 'folder' | 'schemaVersion'>,
): Promise<ReceivedBackup> {
  const receiving: Receiving = {
    ...place,
    manifest: undefined,
    paths: new Map(),
    administrators: [],
    secret: undefined,
    installationId: undefined,
    wanted: new Set(),
    stored: new Set(),
    changed: new Set(),
    lacking: new Set(),
    designs: noDesigns(),
    beside: worksBeside(storedAtOnce),
    isPastTables: false,
  };
  await receiveAll(receiving, body);
  const backup = whole(receiving);
  for (const id of receiving.lacking) await takeFromStore(receiving, id);
  const unproven = differencesOfLacking(receiving);
  for (const id of unproven) receiving.stored.delete(id);
  await refuseUnsoundDifferences(receiving.designs, receiving.blobs, receiving.stored);
  const lacking = [...receiving.wanted].filter((id) => !receiving.stored.has(id));
  return { ...backup, blobs: receiving.stored.size, lacking, unproven };
}

/** A refusal waits until the rest of the body is read and dropped, since many clients read no answer before. */
async function receiveAll(receiving: Receiving, body: Readable): Promise<void> {
  const archive = extract();
  let broken: Error | undefined;
  archive.on('error', (error: Error) => {
    broken ??= error;
  });
  body.once('error', (error) => archive.destroy(error));
  body.once('close', () => body.readableEnded || archive.destroy(new Error('The body broke off.')));
  body.pipe(archive as unknown as Writable);
  try {
    for await (const entry of archive) {
      await receive(receiving, entry as Entry);
      entry.resume();
    }
    await receiving.beside.end();
  } catch (error) {
    if (broken === undefined || error instanceof ApiError) throw error;
    throw receiving.manifest === undefined ? notABackup() : cutOff(broken);
  } finally {
    await receiving.beside.end().catch(() => undefined);
    await drain(body);
  }
}

async function drain(body: Readable): Promise<void> {
  body.unpipe();
  body.resume();
  if (body.readableEnded || body.destroyed) return;
  await new Promise((resolve) => body.once('end', resolve).once('close', resolve));
}

const cutOff = (error: unknown): ApiError =>
  new ApiError(400, 'The archive is broken or cut off. Nothing was changed.', { detail: messageOf(error) });

async function receive(receiving: Receiving, entry: Entry): Promise<void> {
  const { name, size } = entry.header;
  if (receiving.manifest === undefined) {
    if (name !== manifestName || size > largestManifestBytes) throw notABackup();
    receiving.manifest = readManifest(await textOf(entry), receiving.schemaVersion);
    return;
  }
  const table = receiving.manifest.tables.find((candidate) => tableEntryName(candidate.table) === name);
  if (table !== undefined && !receiving.isPastTables) return receiveTable(receiving, table, entry);
  if (name === secretName && size <= largestSecretBytes) return receiveSecret(receiving, entry);
  if (name === lackingName) return receiveLacking(receiving, entry);
  const id = name.slice(blobEntryName('').length);
  if (name === blobEntryName(id) && isBlobId(id)) return receiveBlob(receiving, id, entry);
  throw badRequest(`The archive holds "${name.slice(0, 100)}", which no backup holds. Nothing was changed.`);
}

async function receiveTable(
  receiving: Receiving,
  { table, rows, sha256 }: Manifest['tables'][number],
  entry: Entry,
): Promise<void> {
  const path = join(receiving.folder, table);
  if (receiving.paths.has(table) || (await spoolBytes(entry, path)) !== sha256)
    throw damaged(tableEntryName(table));
  receiving.paths.set(table, path);
  let count = 0;
  for await (const part of readRows(path)) {
    count += part.length;
    collectBlobs(table, part, receiving.wanted);
    noteDesigns(receiving.designs, table, part);
    if (table === 'settings') receiving.installationId ??= installationIn(part);
    if (table !== 'users') continue;
    for (const { id, installation_admin } of part)
      if (installation_admin === 1) receiving.administrators.push(String(id));
  }
  if (count !== rows) throw damaged(tableEntryName(table));
}

function installationIn(rows: readonly DumpedRow[]): string | undefined {
  const row = rows.find(({ name }) => name === installationSetting);
  return row === undefined ? undefined : String(row.value);
}

async function receiveSecret(receiving: Receiving, entry: Entry): Promise<void> {
  const text = await textOf(entry);
  if (secretOf(text) !== text || sha256Of(text) !== receiving.manifest?.secretSha256)
    throw damaged(secretName);
  receiving.secret = text;
}

const textOf = async (entry: Entry): Promise<string> =>
  Buffer.concat(await Array.fromAsync(entry)).toString('utf8');

const blobsOf = ({ stored, changed }: Receiving): number => stored.size + changed.size;

/** Notes what the backup says that it lacks. */
async function receiveLacking(receiving: Receiving, entry: Entry): Promise<void> {
  const path = join(receiving.folder, lackingName);
  if (receiving.lacking.size > 0) throw damaged(lackingName);
  await spoolBytes(entry, path);
  for await (const line of linesOf(path)) {
    const lacking = readLackingLine(line.toString('utf8'));
    if (lacking === undefined || !receiving.wanted.has(lacking.blob)) throw damaged(lackingName);
    receiving.lacking.add(lacking.blob);
  }
}

/** What did not come with the bytes of its name is refused at the end, unless the backup says that it lacks it. */
async function receiveBlob(receiving: Receiving, id: BlobId, entry: Entry): Promise<void> {
  const { beside, changed } = receiving;
  receiving.isPastTables = true;
  const isSmall = (entry.header.size ?? 0) <= mostBytesInMemory;
  const store = async (bytes: Entry | Uint8Array[]): Promise<boolean> => {
    const isIts = await storeBlob(receiving, id, bytes);
    if (!isIts) changed.add(id);
    return isIts;
  };
  if (isSmall) {
    const bytes = await Array.fromAsync(entry);
    return beside.begin(async () => {
      if (await store(bytes)) await lookThrough(receiving, id);
    });
  }
  if (await store(entry)) await beside.begin(() => lookThrough(receiving, id));
}

const lookThrough = ({ designs, blobs }: Receiving, id: BlobId): Promise<void> =>
  refuseUnsound(designs, id, blobs);

/**
 * Stored anew even where it is there, so that the sweep of old unused blobs passes it by. Answers whether these were
 * its bytes.
 */
async function storeBlob(
  receiving: Receiving,
  id: BlobId,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<boolean> {
  const { designs, blobs } = receiving;
  const beginning: Beginning = { chunks: [], sizeBytes: 0 };
  const stored = await blobs.put(Readable.from(notingBeginning(bytes, beginning), { objectMode: false }));
  if (stored.id !== id) return false;
  refuseUnfit(designs, id, beginning);
  receiving.stored.add(id);
  return true;
}

/** What a backup lacks may lie here whole; it is held to the same. */
async function takeFromStore(receiving: Receiving, id: BlobId): Promise<void> {
  const { stored, blobs } = receiving;
  if (stored.has(id)) return;
  try {
    if ((await blobs.has(id)) && (await storeBlob(receiving, id, await blobs.read(id))))
      await lookThrough(receiving, id);
  } catch (error) {
    if (faultOf(error) === undefined) throw error;
  }
}

const differencesOfLacking = ({ designs, stored }: Receiving): BlobId[] =>
  [...designs.bases]
    .filter(([id, base]) => stored.has(id as BlobId) && !stored.has(base as BlobId))
    .map(([id]) => id as BlobId);

const damaged = (name: string): ApiError =>
  badRequest(`The archive is damaged: "${name}" is not what was backed up. Nothing was changed.`);

function whole(receiving: Receiving) {
  const { manifest, paths, administrators, secret, installationId, wanted, stored, changed, lacking } =
    receiving;
  if (manifest === undefined) throw notABackup();
  const other = [...changed].find((id) => !lacking.has(id));
  if (other !== undefined) throw damaged(blobEntryName(other));
  const missing =
    manifest.tables.map(({ table }) => table).find((table) => !paths.has(table)) ??
    (manifest.secretSha256 !== undefined && secret === undefined ? secretName : undefined) ??
    [...wanted].find((id) => !stored.has(id) && !lacking.has(id));
  if (missing !== undefined || blobsOf(receiving) !== manifest.blobs) {
    throw badRequest(`The archive is incomplete: ${missing ?? 'a blob'} is missing. Nothing was changed.`);
  }
  const [administratorId] = administrators;
  if (administratorId === undefined) {
    throw badRequest('The backup holds no administrator of the installation. Nothing was changed.');
  }
  return { manifest, paths, secret, installationId, administratorId };
}
