import { resolve } from 'node:path';
import { systemClock } from '../clock.ts';
import { namedPositionals, readArguments, wrongUsage } from './arguments.ts';
import type { CommandIo } from './command.ts';
import { untilInterrupted } from './interruption.ts';
import { openReplay } from './replay/open-replay.ts';
import { clearReadyFile, writeReadyFile } from './serve/ready-file.ts';
import { openTape } from './tape/read-tape.ts';
import { type Usage, usageText } from './usage.ts';

const usage = {
  lines: ['replay FILE [options]'],
  sentence:
    'Answers over HTTPS what is on a tape (HAR 1.2), and nothing else, until Ctrl-C. It needs no server and no network; vitrine run --url leads a tool to it.',
  options: {
    port: { type: 'string', value: 'PORT', sentence: 'Port to listen on; a free one if left out.' },
    'ready-file': {
      type: 'string',
      value: 'PATH',
      sentence: 'Is written once requests are answered: { "url", "ca", "pid", "adminToken" }.',
    },
  },
  notes: [
    'A question is known by its method, path, parameters and what was sent; what it was asked with besides, as a token, counts for nothing. One that was asked several times gets its answers in their order, and the last one from then on. One that is not on the tape answers 404 with a sentence.',
  ],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  const [file] = namedPositionals(usage, positionals, ['FILE']);
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw wrongUsage('--port is a number up to 65535.', usage);
  const readyFile = values['ready-file'] && resolve(io.cwd, values['ready-file']);
  if (readyFile) await clearReadyFile(readyFile);
  const tape = await openTape(resolve(io.cwd, file));
  try {
    for (const problem of tape.problems) io.stderr.write(`${problem}\n`);
    await untilInterrupted((signal) => answerUntil(signal, { tape, port, readyFile, io }));
  } finally {
    await tape.close();
  }
  return 0;
}

interface Replaying {
  readonly tape: Awaited<ReturnType<typeof openTape>>;
  readonly port: number;
  readonly readyFile: string | undefined;
  readonly io: CommandIo;
}

async function answerUntil(signal: AbortSignal, { tape, port, readyFile, io }: Replaying): Promise<void> {
  const told = new Set<string>();
  const onUnknown = (sentence: string): void => {
    if (!told.has(sentence)) io.stderr.write(`${sentence}\n`);
    told.add(sentence);
  };
  const { url, ca, close } = await openReplay(tape, { port, now: systemClock.now(), onUnknown });
  try {
    io.stdout.write(
      `${tape.answers.length} ${tape.answers.length === 1 ? 'answer' : 'answers'} at ${url}. Ctrl-C ends it.\nvitrine run --url ${url} --ca ${ca} -- COMMAND\n`,
    );
    if (readyFile) await writeReadyFile(readyFile, { url, ca, pid: process.pid, adminToken: null });
    if (!signal.aborted) await new Promise((done) => signal.addEventListener('abort', done, { once: true }));
  } finally {
    await close();
  }
}
