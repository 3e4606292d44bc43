import type { Readable, Writable } from 'node:stream';
import { pasteableBeside } from './pasteable-hints.ts';

/** What a command may touch of the process it runs in. A test hands in its own. */
export interface CommandIo {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Relative paths in arguments are read from here. */
  readonly cwd: string;
  /** True where standard error is a terminal: progress may be drawn. */
  readonly isTerminal: boolean;
  /** False where how far a long step is is told to nobody, as in a test that compares what else is said. */
  readonly tellsProgress?: boolean;
  /** Absent where nothing can be read. */
  readonly stdin?: Readable;
}

/** One file in `cli/` exports this as `run`. Answers the exit code: 0 done, 1 refused or failed, 2 wrong usage. */
export type Command = (args: string[], io: CommandIo) => Promise<number>;

/** What a command's file gives: how it is called and what it does. */
export interface CommandModule {
  readonly help: () => string;
  readonly run: Command;
}

/** A command was refused or failed; the message is one plain sentence for the person at the terminal. */
export class CommandFailed extends Error {
  readonly exitCode = 1;
  override readonly name = 'CommandFailed';
}

/** A command was written wrongly; the message says what is wrong, and may be followed by its usage. */
export class WrongUsage extends Error {
  readonly exitCode = 2;
  override readonly name = 'WrongUsage';
}

/** Runs a command and turns its own errors into a sentence on standard error and the exit code. */
export async function runCommand(command: Command, args: string[], io: CommandIo): Promise<number> {
  try {
    return await command(args, io);
  } catch (error) {
    if (!(error instanceof CommandFailed || error instanceof WrongUsage)) throw error;
    io.stderr.write(`${pasteableBeside(error.message, args)}\n`);
    return error.exitCode;
  }
}
