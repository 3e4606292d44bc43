import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { CommandFailed } from '../command.ts';
import { EntrySpans, type Span } from './entry-spans.ts';
import { readEntry, type TapeEntry } from './read-entry.ts';

/** An answer on a tape, its content left there. */
export interface TapedAnswer extends Omit<TapeEntry, 'content'> {
  readonly span: Span;
}

export interface Tape {
  /** In the order in which they were asked. */
  readonly answers: readonly TapedAnswer[];
  /** A sentence for each reason why something on it is of no use. */
  readonly problems: readonly string[];
  readonly content: (answer: TapedAnswer) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

/** Longer entries would not be read as one text. */
const longestEntry = 400 * 1024 * 1024;

/**
 * Opens a tape that Vitrine or another program wrote; one entry at a time is in memory.
 * @throws CommandFailed where it is none
 */
export async function openTape(path: string): Promise<Tape> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new CommandFailed(`${path} is a folder and no tape.`);
  // It is read at several places, which a pipe has not, and to its end, which a device may not have.
  if (found?.isFile() === false) throw new CommandFailed(`${path} is no file and no tape.`);
  const file = await open(path).catch(() => {
    throw new CommandFailed(`The tape ${path} cannot be read.`);
  });
  try {
    return await tapeOf(file, path);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function tapeOf(file: FileHandle, path: string): Promise<Tape> {
  const answers: TapedAnswer[] = [];
  const unusable = new Map<string, number>();
  const count = (reason: string): unknown => unusable.set(reason, (unusable.get(reason) ?? 0) + 1);
  const spans = new EntrySpans();
  let chunkStart = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    for (const span of spans.push(chunk)) {
      const isWhole = span.start >= chunkStart;
      const entry = isWhole ? entryIn(chunk, chunkStart, span) : await entryAt(file, span);
      if (typeof entry === 'string') count(entry);
      else answers.push(withoutContent(entry, span));
    }
    chunkStart += chunk.length;
  }
  const ending = spans.ending();
  if (ending === 'no tape')
    throw new CommandFailed(`${path} is no tape: it holds no log with entries, as HAR files do.`);
  return {
    answers: answers.sort((one, other) => one.startedAt - other.startedAt),
    problems: [
      ...(ending === 'cut'
        ? [`The tape ends in the middle: its first ${answers.length} answers are used.`]
        : []),
      ...[...unusable].map(([reason, times]) => `Left out: ${times} × what ${reason}.`),
    ],
    content: async ({ span }) => {
      const entry = await entryAt(file, span);
      if (typeof entry === 'string') throw new CommandFailed(`The tape ${path} was changed meanwhile.`);
      return entry.content;
    },
    close: () => file.close(),
  };
}

const withoutContent = ({ content: _content, ...entry }: TapeEntry, span: Span): TapedAnswer => ({
  ...entry,
  span,
});

/** What ends in a chunk and began in it, as most do, need not be read again. */
const entryIn = (chunk: Buffer, chunkStart: number, { start, end }: Span): TapeEntry | string =>
  readEntry(chunk.toString('utf8', start - chunkStart, end - chunkStart));

async function entryAt(file: FileHandle, { start, end }: Span): Promise<TapeEntry | string> {
  if (end - start > longestEntry) return `is longer than ${longestEntry} bytes`;
  const bytes = Buffer.alloc(end - start);
  for (let read = 0; read < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, start + read);
    if (bytesRead === 0) return 'is not there any more';
    read += bytesRead;
  }
  return readEntry(bytes.toString('utf8'));
}
