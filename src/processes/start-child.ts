import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../config.ts';
import { messageOf } from '../errors.ts';
import { type Marks, type MarksFile, openMarks } from './guard-marks.ts';

/** What a process may take. */
export interface ChildLimits {
  /** Of JavaScript. */
  readonly heapMb: number;
  /** Of everything, native code included. */
  readonly memoryMb: number;
}

/**
 * A program of ours in a process of its own. Unlike a thread it can be ended whatever it is at: native code that
 * runs hears nothing else.
 */
export interface Child {
  readonly pid: number | undefined;
  send(message: object): void;
  onMessage(hear: (message: unknown) => void): void;
  /** The number that the program set last by `setMark`. */
  lastMark(): number | undefined;
  /** Resolves with the reason once nothing of the process is left. */
  readonly gone: Promise<string>;
  /** Ends the process at once; resolves once nothing of it is left. */
  kill(): Promise<void>;
}

const shell = '/bin/sh';
/** Linux also counts memory that was asked for and never touched: room for compiled code, stacks of threads. */
const untouchedMb = 1024;

export function startChild(program: URL, limits: ChildLimits): Child {
  const { heapMb, memoryMb } = limits;
  const args = ['--disable-warning=ExperimentalWarning', ...heapFlags(heapMb), fileURLToPath(program)];
  const told = [String(process.pid), String(memoryMb)];
  const marks = marksOrWhyNot();
  if (typeof marks === 'string') return neverStarted(marks);
  const child = spawn(...bounded([process.execPath, ...args, ...told], memoryMb), {
    env: childEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', marks.descriptor],
    windowsHide: true,
  });
  // So it is where no descriptors are left for its pipes; the error is told a moment later.
  if (child.stdio === undefined) {
    marks.close();
    return neverStarted(once(child, 'error').then(([error]) => messageOf(error)));
  }
  return watched(child, marks);
}

/**
 * Of what is made for one piece of work and dropped soon there may be 48 MB, as the engine has it by itself: with half
 * of it, it looks through all that lives with every eighth large picture.
 */
const semiSpaceMb = 16;

/**
 * How much may live long before the engine first looks through all of it. By itself it lowers that bound as a program
 * begins, and does so again and again until there is room for a whole young heap below the bound.
 */
const firstOldSpaceMb = 64;

/** What a program of ours is told of its heap. */
export const heapFlags = (heapMb: number): string[] => [
  `--max-old-space-size=${heapMb}`,
  `--initial-old-space-size=${firstOldSpaceMb}`,
  `--max-semi-space-size=${semiSpaceMb}`,
];

function marksOrWhyNot(): MarksFile | string {
  try {
    return openMarks();
  } catch (error) {
    return messageOf(error);
  }
}

const neverStarted = (reason: string | Promise<string>): Child => ({
  pid: undefined,
  send: () => {},
  onMessage: () => {},
  lastMark: () => undefined,
  gone: Promise.resolve(reason),
  kill: async () => {},
});

/** The system's own bound on memory, where a shell can set it: in a process, it can only be set at the start. */
function bounded(command: readonly string[], memoryMb: number): [string, string[]] {
  const [program, ...args] = command as [string, ...string[]];
  if (process.platform !== 'linux' || !existsSync(shell)) return [program, args];
  const mostKb = (memoryMb + untouchedMb) * 1024;
  return [shell, ['-c', `ulimit -d ${mostKb} 2>/dev/null; exec "$0" "$@"`, program, ...args]];
}

function watched(child: ChildProcess, marks: MarksFile): Child {
  let said = '';
  /** What was noted last, once nothing more will be. */
  let left: Marks | undefined;
  const [, , complaints] = child.stdio as unknown as (Readable | null)[];
  complaints?.on('data', (bytes: Buffer) => {
    said = `${said}${bytes}`.slice(-mostSaid);
  });
  const { promise: gone, resolve } = Promise.withResolvers<string>();
  const end = (reason: string): void => {
    if (left !== undefined) return;
    left = marks.read();
    marks.close();
    resolve(left.isTooLarge ? tooMuchMemory : reason);
  };
  child.once('error', (error) => child.pid === undefined && end(error.message));
  child.once('close', (code, signal) => end(reasonOf(signal ?? String(code), said)));
  const handles = [child, child.channel, complaints] as (Handle | null | undefined)[];
  // Neither the process nor what it may say keeps this one from ending, unless its end is waited for.
  for (const handle of handles) handle?.unref?.();
  return {
    pid: child.pid,
    send: (message) => void child.send(message, () => {}),
    onMessage: (hear) => void child.on('message', hear),
    lastMark: () => (left ?? marks.read()).mark,
    gone,
    kill: async () => {
      for (const handle of handles) handle?.ref?.();
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** What a program says before its end, without the stacks that follow it. */
const mostSaid = 8192;

const tooMuchMemory = 'The process took more memory than it may.';

function reasonOf(end: string, said: string): string {
  const [complaint] = /^(?:FATAL ERROR|\w*Error)\b.*$/m.exec(said) ?? [];
  return `The process ended with ${end}.${complaint === undefined ? '' : ` ${complaint.trim()}`}`;
}

/** What may keep a process from ending. */
interface Handle {
  ref?(): void;
  unref?(): void;
}
