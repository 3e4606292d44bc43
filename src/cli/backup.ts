import { rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { causeIn, mostLastWordsBytes } from '../backup/broken-off.ts';
import { namedPositionals, readArguments } from './arguments.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import { untilInterrupted } from './interruption.ts';
import { type ArchiveFaults, watchArchive } from './lacking-in-archive.ts';
import { lackingText } from './needed-by.ts';
import { bytesText, counted, printable } from './printed-text.ts';
import { counted as passed, startProgress } from './progress.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { printResult } from './subcommands.ts';
import { unwritten } from './system-sentence.ts';
import { type Usage, usageText } from './usage.ts';
import { openOwn, refuseOtherThanFile } from './written-file.ts';

const usage = {
  lines: ['backup FILE [options]'],
  sentence:
    'Writes the whole installation, as it is at one moment, into one file. The server goes on working.',
  options: {
    overwrite: { type: 'boolean', sentence: 'Replaces a FILE that is there already.' },
    json: { type: 'boolean', sentence: 'Prints { file, bytes, lacking, refusal }.' },
  },
  sharedOptions: serverOptions,
  notes: [
    'FILE appears once it is complete, readable to you only; - is standard output, and what is said besides is on standard error then. It needs the administrator’s token. "npx vitrine restore" takes it back, into this installation or another.',
    'Where stored bytes are missing or changed, FILE holds all the rest and can be restored: it names what lacks with the files and fonts that need it, and the command ends with 1. An older backup may have them.',
    'Where this program would refuse to restore what the installation holds, as rows that an older version has made, FILE is kept, one sentence names the first such row, and the command ends with 1.',
  ],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  const [file] = namedPositionals(usage, positionals, ['FILE']);
  const isPiped = file === '-';
  const path = isPiped ? file : resolve(io.cwd, file);
  if (!isPiped) await refuseOverwriting(path, file, values.overwrite);
  const { sizeBytes, lacking, refusal } = await untilInterrupted((signal) =>
    withServer(values, io, async (server) => {
      const archive = await server.open('GET /workspace/v1/backup', { signal });
      return saveWhole(archive, path, io, isPiped ? pipe : save);
    }),
  );
  printResult(
    isPiped ? { ...io, stdout: io.stderr } : io,
    values.json,
    { file: path, bytes: sizeBytes, lacking, refusal: refusal ?? null },
    `${isPiped ? 'The backup' : file}: ${bytesText(sizeBytes)}.\n`,
  );
  return tellFaults({ lacking, refusal }, io);
}

/** Says what is wrong with a backup that is kept; answers the status of the command. */
function tellFaults({ lacking, refusal }: ArchiveFaults, { stderr }: CommandIo): number {
  if (refusal !== undefined)
    stderr.write(`The backup is kept, and could not be restored as it is: ${printable(refusal)}\n`);
  const count = lacking.length;
  if (count > 0) {
    stderr.write(`The backup lacks ${counted(count, 'blob')}; all else is in it:\n`);
    stderr.write(lackingText(lacking.slice(0, mostNamed), count));
  }
  return count > 0 || refusal !== undefined ? 1 : 0;
}

const mostNamed = 100;

interface Saved extends ArchiveFaults {
  readonly sizeBytes: number;
}

async function refuseOverwriting(path: string, file: string, isAsked: boolean | undefined): Promise<void> {
  if (isAsked !== true && (await isThere(path)))
    throw new CommandFailed(`${file} is there already; --overwrite replaces it.`);
  await refuseOtherThanFile(path);
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

type Write = (bytes: AsyncIterable<Uint8Array>, path: string, io: CommandIo) => Promise<void>;

/** Writes under another name first; what breaks off leaves nothing. */
const save: Write = async (bytes, path) => {
  const part = `${path}.part`;
  try {
    const file = await openOwn(part);
    await pipeline(bytes, file.createWriteStream({ flush: true }));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
};

/** Standard output stays open for what the process has to say yet. Who reads it and leaves early has no backup. */
const pipe: Write = async (bytes, _path, { stdout, stderr }) => {
  const isLeft = () => {
    process.exitCode = 1;
    stderr.write('The backup was not written: its reader left before its end.\n');
  };
  stdout.prependListener('error', isLeft);
  await pipeline(bytes, stdout, { end: false }).finally(() => stdout.off('error', isLeft));
};

async function saveWhole(archive: Readable, path: string, io: CommandIo, write: Write): Promise<Saved> {
  const progress = startProgress(io, 'Writing the backup', undefined);
  let sizeBytes = 0;
  const advance = (bytes: number) => {
    sizeBytes += bytes;
    progress.advance(bytes);
  };
  try {
    const watched = watchArchive(untilItBreaks(archive));
    await write(passed(watched.bytes, { ...progress, advance }), path, io);
    return { sizeBytes, ...(await watched.faults) };
  } catch (error) {
    const failure = unwritten(path, error);
    if (failure !== error) throw failure;
    throw new CommandFailed(`The backup was not written: ${reasonOf(error)}.`, { cause: error });
  } finally {
    progress.end();
  }
}

/** The archive; where it breaks off, its last bytes say why. */
async function* untilItBreaks(archive: Readable): AsyncGenerator<Uint8Array> {
  let end = Buffer.alloc(0);
  try {
    for await (const chunk of archive as AsyncIterable<Buffer>) {
      end = Buffer.concat([end, chunk.subarray(-mostLastWordsBytes)]).subarray(-mostLastWordsBytes);
      yield chunk;
    }
  } catch (error) {
    const cause = causeIn(end);
    throw cause === undefined ? error : new Error(cause, { cause: error });
  }
}

/** A server that is killed has nothing left to say it with. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'UND_ERR_SOCKET' && code !== 'ECONNRESET') return message.replace(/\.$/, '');
  return 'the server, or what leads to it, broke it off without a word; its log may say why';
}
