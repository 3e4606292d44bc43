import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Stream, Writable } from 'node:stream';
import type { CommandIo } from '../command.ts';

export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Record<string, string | undefined>;
  readonly io: CommandIo;
}

/** Signals that are forwarded to the program. */
const forwarded = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR2'] as const;
/** A terminal sends these to the program itself as well; many programs exit at once on the second one. */
const sentByTerminal: readonly string[] = ['SIGINT', 'SIGQUIT'];

/**
 * Runs a program on our own streams and answers its exit code: 128 and the signal's number where a signal
 * ended it, 127 where there is no such program and 126 where it may not be run, as shells have it.
 */
export async function runChild({ command, args, env, io }: ChildOptions): Promise<number> {
  const child = spawn(command, args, {
    cwd: io.cwd,
    env,
    stdio: ['inherit', inheritable(io.stdout), inheritable(io.stderr)],
  });
  child.stdout?.pipe(io.stdout, { end: false });
  child.stderr?.pipe(io.stderr, { end: false });
  const forward = (signal: NodeJS.Signals): void => {
    if (!(io.isTerminal && sentByTerminal.includes(signal))) child.kill(signal);
  };
  for (const signal of forwarded) process.on(signal, forward);
  try {
    return await new Promise<number>((done, fail) => {
      child.on('error', fail);
      child.on('close', (code, signal) => done(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
  } catch (error) {
    return codeOfFailedStart(error as NodeJS.ErrnoException, command, io.stderr);
  } finally {
    for (const signal of forwarded) process.off(signal, forward);
  }
}

function codeOfFailedStart(error: NodeJS.ErrnoException, command: string, stderr: Writable): number {
  if (error.code === 'ENOENT') {
    stderr.write(`There is no program named ${command}.\n`);
    return 127;
  }
  if (error.code !== 'EACCES') throw error;
  stderr.write(`${command} may not be run.\n`);
  return 126;
}

/** Streams of the process go to the program as they are, so that it knows whether it has a terminal. */
const inheritable = (stream: Writable): Stream | 'pipe' => ('fd' in stream ? stream : 'pipe');
