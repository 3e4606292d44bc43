import { PassThrough } from 'node:stream';
import type { CommandIo } from '../cli/command.ts';
import { runProgram } from '../cli/program.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output read as JSON; throws where it isn't. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly json: any;
}

export type GivenIo = Partial<Pick<CommandIo, 'env' | 'cwd' | 'isTerminal' | 'stdin' | 'tellsProgress'>>;

/**
 * An `io` that remembers what was written. The environment is empty unless one is given, and of a step that takes long,
 * as all do on a busy machine, nothing is told in between unless that is asked for.
 */
export function recordingIo(given: GivenIo = {}): {
  io: CommandIo;
  stdout: () => string;
  stderr: () => string;
} {
  const [stdout, readOut] = recorder();
  const [stderr, readErr] = recorder();
  const io = {
    env: {},
    cwd: process.cwd(),
    isTerminal: false,
    tellsProgress: false,
    ...given,
    stdout,
    stderr,
  };
  return { io, stdout: readOut, stderr: readErr };
}

/** Runs `vitrine` in this process. */
export async function runVitrine(args: readonly string[], given: GivenIo = {}): Promise<Ran> {
  const { io, stdout, stderr } = recordingIo(given);
  const code = await runProgram([...args], io);
  return {
    code,
    stdout: stdout(),
    stderr: stderr(),
    get json() {
      return JSON.parse(stdout());
    },
  };
}

function recorder(): [PassThrough, () => string] {
  const stream = new PassThrough();
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return [
    stream,
    () => {
      for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) chunks.push(chunk);
      return Buffer.concat(chunks).toString('utf8');
    },
  ];
}
