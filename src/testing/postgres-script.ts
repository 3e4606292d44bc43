import { type ChildProcess, spawn } from 'node:child_process';

export interface RunningScript {
  readonly process: ChildProcess;
  /** Everything written so far. */
  readonly output: () => string;
  /** Resolves once the script has written these words; fails where it ends without. */
  said(words: string): Promise<void>;
  /** Ends it at once, as a loss of power would, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Runs a piece of TypeScript in a process of its own. Imports in it are absolute addresses. */
export function runScript(source: string, env: Record<string, string> = {}): RunningScript {
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module-typescript', '-e', source], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    process: child,
    output: () => output,
    said: (words) => untilSaid(child, ended, () => output, words),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function untilSaid(
  child: ChildProcess,
  ended: Promise<void>,
  output: () => string,
  words: string,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const check = () => output().includes(words) && resolve();
  child.stdout?.on('data', check);
  child.stderr?.on('data', check);
  check();
  ended.then(() => reject(new Error(`The script ended without "${words}": ${output()}`)));
  await promise;
}
