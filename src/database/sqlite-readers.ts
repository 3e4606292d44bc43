import { openReader, type SqliteHandle } from './sqlite-handle.ts';

/** Readers that wait for work; others are closed once they are given back. */
const mostIdle = 4;

/** Connections that read. Whoever has one sees the same state from the first row of a statement to its last. */
export interface SqliteReaders {
  take(): SqliteHandle;
  giveBack(reader: SqliteHandle): void;
  /** Also those that were not given back. */
  close(): void;
}

export function sqliteReaders(path: string): SqliteReaders {
  const open = new Set<SqliteHandle>();
  const idle: SqliteHandle[] = [];
  const openOne = (): SqliteHandle => {
    const reader = openReader(path);
    open.add(reader);
    return reader;
  };
  const close = (reader: SqliteHandle): void => {
    open.delete(reader);
    reader.close();
  };
  idle.push(openOne());
  return {
    take: () => idle.pop() ?? openOne(),
    giveBack: (reader) => {
      if (!open.has(reader)) return;
      if (idle.length < mostIdle) idle.push(reader);
      else close(reader);
    },
    close: () => {
      for (const reader of open) close(reader);
      idle.length = 0;
    },
  };
}
