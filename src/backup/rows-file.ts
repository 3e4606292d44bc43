import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { steadyWrites } from '../blobs/steady-writes.ts';
import type { DumpedRow } from '../database/dump.ts';
import { mostBytesAtOnce } from '../database/rows-at-once.ts';
import { badRequest } from '../errors.ts';

const newline = 0x0a;
const rowsPerRead = 500;

/** A file of rows being written, a row to a line. */
export interface RowsWriter {
  add(rows: readonly DumpedRow[]): Promise<void>;
  /** Answers how much was written. */
  end(): Promise<{ rows: number; sizeBytes: number; sha256: string }>;
}

export async function writeRows(path: string): Promise<RowsWriter> {
  const file: FileHandle = await open(path, 'wx', 0o600);
  const write = steadyWrites(file);
  const hash = createHash('sha256');
  let count = 0;
  let sizeBytes = 0;
  return {
    add: async (rows) => {
      const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      hash.update(bytes);
      count += rows.length;
      sizeBytes += bytes.length;
      await write(bytes);
    },
    end: async () => {
      await file.close();
      return { rows: count, sizeBytes, sha256: hash.digest('hex') };
    },
  };
}

/** Writes the bytes of an entry to the disk. Answers their SHA-256. */
export async function spoolBytes(bytes: AsyncIterable<Uint8Array>, path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    const write = steadyWrites(file);
    for await (const chunk of bytes) {
      hash.update(chunk);
      await write(chunk);
    }
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

/**
 * The rows of such a file, some at a time.
 * @throws ApiError 400 for a line that is no row
 */
export async function* readRows(path: string): AsyncGenerator<DumpedRow[]> {
  let rows: DumpedRow[] = [];
  let bytes = 0;
  for await (const line of linesOf(path)) {
    rows.push(rowOf(line.toString('utf8')));
    bytes += line.length;
    if (rows.length < rowsPerRead && bytes < mostBytesAtOnce) continue;
    yield rows;
    [rows, bytes] = [[], 0];
  }
  if (rows.length > 0) yield rows;
}

/** Split at line feeds only: a text of a row may hold the other characters that end a line. */
export async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let rest = chunk;
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
      yield Buffer.concat([...begun, rest.subarray(0, end)]);
      begun = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) begun.push(rest);
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}

function rowOf(line: string): DumpedRow {
  const row = parsed(line);
  if (typeof row === 'object' && row !== null && !Array.isArray(row) && Object.values(row).every(isCell)) {
    return row as DumpedRow;
  }
  throw badRequest('The backup holds a line that is no row of a table. Nothing was changed.');
}

function isCell(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
