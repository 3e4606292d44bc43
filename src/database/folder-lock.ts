import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnusable } from './open-database.ts';
import { makePrivate } from './private-file.ts';
import { isBusy } from './sqlite-handle.ts';

/** Another process has the folder, or the PostgreSQL database. */
export class InUse extends Error {
  constructor(what: string, advice: string, by = 'another Vitrine server. Stop that one') {
    super(`${what} is in use by ${by}, or ${advice}.`);
    this.name = 'InUse';
  }
}

/** Long enough for two that start at the same moment to sort out who is first. */
const settleMs = 250;

/** A handle that nobody refers to is closed at some time, and its lock would be gone. */
const held = new Set<DatabaseSync>();

/**
 * Keeps other processes off the data folder until it is released or this process ends, however it ends: the
 * lock is one of the operating system on `lock.sqlite`, which holds nothing.
 * @throws InUse, DatabaseUnusable
 */
export function lockFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'lock.sqlite');
  makePrivate(path);
  const file = new DatabaseSync(path, { timeout: settleMs });
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (isBusy(error)) throw new InUse(`The data folder ${folder}`, 'choose another folder with --data');
    throw new DatabaseUnusable(`The file ${path} cannot be used, which keeps others off the folder`, error);
  }
  held.add(file);
  return {
    release: () => {
      if (held.delete(file)) file.close();
    },
  };
}
