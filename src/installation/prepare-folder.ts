import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DiskFiles } from '../blobs/disk-files.ts';
import type { Config } from '../config.ts';
import { sqliteFileName } from '../database/open-database.ts';
import { systemReason } from '../errors.ts';

/** The data folder cannot be worked with as it is; the message is one plain sentence that names the path. */
export class FolderUnusable extends Error {
  override readonly name = 'FolderUnusable';
}

const { R_OK: mayRead, W_OK: mayWrite } = constants;

/** What lies in the data folder where no setting names another place, and what a server does with it. */
const places = [
  [sqliteFileName, 'file', mayRead | mayWrite],
  ['lock.sqlite', 'file', mayRead | mayWrite],
  ['secret', 'file', mayRead],
  ['admin-token', 'file', mayRead],
  ['blobs', 'folder', mayRead | mayWrite],
  [join('blobs', 'incoming'), 'folder', mayRead | mayWrite],
  ['cache', 'folder', mayRead | mayWrite],
  ['incoming', 'folder', mayRead | mayWrite],
  ['address', 'file', mayRead],
  ['tls', 'folder', mayRead | mayWrite],
  [join('tls', 'ca.pem'), 'file', mayRead],
  [join('tls', 'ca-key.pem'), 'file', mayRead],
  [join('tls', 'ca-hosts.json'), 'file', mayRead],
  [join('tls', 'cert.pem'), 'file', mayRead],
  [join('tls', 'key.pem'), 'file', mayRead],
] as const;

/**
 * Makes the data folder, and looks whether it can be worked with, so that what is wrong is told at once and by its
 * path.
 * @throws FolderUnusable
 */
export async function prepareFolder(config: Config, disk: DiskFiles): Promise<void> {
  const { dataFolder: folder } = config;
  await mkdirWithParents(folder).catch((error) => {
    throw unusable(`The data folder ${folder}`, error);
  });
  await requireAccess(folder, mayRead | mayWrite, `The data folder ${folder}`);
  for (const [name, kind, mode] of places)
    if (!isElsewhere(name, config)) await requirePlace(join(folder, name), kind, mode);
  await requireRoom(folder, disk);
}

/** Whether settings say what the file would hold. */
function isElsewhere(
  name: (typeof places)[number][0],
  { databaseUrl, secret, secretFile, adminTokenFile }: Config,
): boolean {
  if (name === sqliteFileName) return databaseUrl !== undefined;
  if (name === 'secret') return secret !== '' || secretFile !== undefined;
  return name === 'admin-token' && adminTokenFile !== undefined;
}

/** @throws FolderUnusable for what is there, and is of another kind or may not be used */
async function requirePlace(path: string, kind: 'folder' | 'file', mode: number): Promise<void> {
  const found = await stat(path).catch((error) => {
    if (error.code !== 'ENOENT') throw unusable(path, error, { isRead: mode === mayRead });
  });
  if (found === undefined) return;
  if (kind === 'folder' ? !found.isDirectory() : !found.isFile())
    throw new FolderUnusable(`${path} is no ${kind}, and the server needs one of that name: move it away.`);
  await requireAccess(path, mode);
}

async function requireAccess(path: string, mode: number, what = path): Promise<void> {
  await access(path, mode).catch(async (error) => {
    throw unusable(what, error, { owner: await ownerOf(path), isRead: mode === mayRead });
  });
}

function unusable(what: string, error: unknown, { owner = '', isRead = false } = {}): FolderUnusable {
  const reason = systemReason(error) ?? 'the system refuses it';
  return new FolderUnusable(`${what} cannot be ${isRead ? 'read' : 'written to'}: ${reason}${owner}.`, {
    cause: error,
  });
}

/** Whose it is, where that is somebody else. */
async function ownerOf(path: string): Promise<string> {
  const own = process.getuid?.();
  const found = await stat(path).catch(() => undefined);
  return found === undefined || own === undefined || found.uid === own
    ? ''
    : `; it is owned by user ${found.uid}, and the server runs as user ${own}`;
}

/** What an embedded database takes beside itself before it answers anything, and a little more. */
const leastRoomBytes = 256 * 1024;

/** @throws FolderUnusable where the disk is full */
async function requireRoom(folder: string, disk: DiskFiles): Promise<void> {
  const path = join(folder, 'room.part');
  const remove = () => disk.unlink(path).catch(() => undefined);
  await remove();
  try {
    const file = await disk.create(path);
    try {
      await file.write(Buffer.alloc(leastRoomBytes));
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unusable(`The data folder ${folder}`, error);
  } finally {
    await remove();
  }
}

/** The same for a disk that was full a little later. */
export const fullFolder = (folder: string, error: unknown): FolderUnusable =>
  unusable(`The data folder ${folder}`, { code: 'ENOSPC', cause: error });

/** Node's own recursive form never comes back from places like /proc, where a folder is missing and cannot be made. */
async function mkdirWithParents(folder: string): Promise<void> {
  const make = () => mkdir(folder, { mode: 0o700 });
  try {
    await make();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await mkdirWithParents(dirname(folder));
    await make();
  }
}
