import type { Stats } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readingOnly } from '../database/small-file.ts';
import { steadyWrites, steadyWritesAt } from './steady-writes.ts';

/** A file that is being written. */
export interface WrittenFile {
  /** Writes all of the bytes after those written before. */
  write(bytes: Uint8Array): Promise<void>;
  /** Writes all of the bytes, one after the other, from a place on, which may lie beyond the end. */
  writeAt(chunks: readonly Uint8Array[], position: number): Promise<void>;
  /** Notes when the file was stored, in milliseconds since 1970. */
  setTime(milliseconds: number): Promise<void>;
  /** Resolves once the bytes survive a loss of power. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The few things the disk store asks of the file system, so that a test can fill the disk. */
export interface DiskFiles {
  /** Makes a new file; fails where there is one. */
  create(path: string): Promise<WrittenFile>;
  /** Opens an existing file to be finished. */
  reopen(path: string): Promise<WrittenFile>;
  /** Opens a file to be read. @throws NoFile where something else lies there */
  open(path: string): Promise<FileHandle>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Makes the folder and those above it; one that exists is no error. */
  mkdir(path: string): Promise<void>;
  /** Makes new names in the folder survive a loss of power. */
  syncFolder(path: string): Promise<void>;
  readdir(path: string): Promise<string[]>;
  /** What is noted of a file: above all its size, and the time when it was stored. */
  stat(path: string): Promise<Stats>;
}

/** A folder, a pipe or something else lies in the place of a file. */
export class NoFile extends Error {
  override readonly name = 'NoFile';
  constructor(path: string) {
    super(`${path} is no file.`);
  }
}

export const diskFiles: DiskFiles = {
  create: async (path) => writtenFile(await open(path, 'wx', 0o600)),
  reopen: async (path) => writtenFile(await open(path, 'r+')),
  open: openFile,
  rename,
  unlink,
  mkdir: async (path) => {
    await mkdir(path, { recursive: true, mode: 0o700 });
  },
  syncFolder,
  readdir: (path) => readdir(path),
  stat: (path) => stat(path),
};

async function openFile(path: string): Promise<FileHandle> {
  const handle = await open(path, readingOnly);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new NoFile(path);
}

/** Makes a new file also where somebody who tidies temporary files took its folder away. */
export async function createIn(path: string, files: DiskFiles): Promise<WrittenFile> {
  try {
    return await files.create(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    await files.mkdir(dirname(path));
    return files.create(path);
  }
}

function writtenFile(handle: FileHandle): WrittenFile {
  return {
    write: steadyWrites(handle),
    writeAt: steadyWritesAt(handle),
    setTime: (milliseconds) => handle.utimes(milliseconds / 1000, milliseconds / 1000),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

/** Windows opens no folder as a file; its file system keeps new names by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The disk, or what this user may take of it, has no room left. */
export function isOutOfRoom(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');
}

export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}
