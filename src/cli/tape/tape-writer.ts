import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { agentName } from '../../upstreams/agent-name.ts';
import { openOwn, refuseOtherThanFile } from '../written-file.ts';
import { maskedValues } from './masked-values.ts';
import type { Secrets } from './secrets.ts';

/** A tape that is being written: a HAR 1.2 file with one entry on each line. */
export interface TapeWriter {
  /** Writes the pieces of one entry; entries follow one another whole. */
  readonly append: (pieces: () => AsyncIterable<string | Buffer>) => Promise<void>;
  /** Ends the file, and masks in it what was learned to be secret after it was written. */
  readonly close: () => Promise<void>;
}

const [name, version] = agentName.split('/');
const head = `{"log":{"version":"1.2","creator":${JSON.stringify({ name, version })},"entries":[`;

/** Only this user may read it. */
export async function createTape(path: string, secrets: Secrets): Promise<TapeWriter> {
  await refuseOtherThanFile(path);
  const file = await open(path, 'w', 0o600);
  await file.chmod(0o600);
  await file.appendFile(head);
  let knownAtFirst: number | undefined;
  let isEmpty = true;
  let last = Promise.resolve();
  return {
    append: (pieces) => {
      const written = last.then(() => {
        knownAtFirst ??= secrets.known();
        return writeEntry(file, isEmpty ? '\n' : ',\n', pieces());
      });
      written.then(
        () => (isEmpty = false),
        () => undefined,
      );
      // A failed entry is told to whoever wrote it; those behind it go on.
      last = written.catch(() => undefined);
      return written;
    },
    close: async () => {
      await last;
      await file.appendFile('\n]}}\n');
      await file.close();
      if (secrets.known() > (knownAtFirst ?? Number.POSITIVE_INFINITY)) await maskAgain(path, secrets);
    },
  };
}

/** All of it or nothing, so that the file stays one that others can read. */
async function writeEntry(
  file: FileHandle,
  separator: string,
  pieces: AsyncIterable<string | Buffer>,
): Promise<void> {
  const { size } = await file.stat();
  try {
    await file.appendFile(separator);
    for await (const piece of pieces) await file.appendFile(piece);
  } catch (error) {
    await file.truncate(size);
    throw error;
  }
}

/** In a second file that takes the place of the first. */
async function maskAgain(path: string, secrets: Secrets): Promise<void> {
  const masked = await openOwn(`${path}.masked`);
  try {
    for await (const piece of maskedValues(createReadStream(path), secrets.maskedByValue))
      await masked.appendFile(piece);
  } finally {
    await masked.close();
  }
  await rename(`${path}.masked`, path);
}
