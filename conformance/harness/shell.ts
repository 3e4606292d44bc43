import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';

export interface Ran {
  readonly code: number;
  /** Standard output and standard error as a terminal shows them. */
  readonly output: string;
}

/** One shell, as a person has it open: what a line sets is there for the lines after it. */
export interface Shell {
  run(line: string): Promise<Ran>;
  /** Starts a line that ends by Ctrl-C alone. */
  start(line: string): void;
  /** Waits until what was started has said something; resolves to all it said so far. */
  heard(said: RegExp): Promise<string>;
  /** Ctrl-C. */
  interrupt(): Promise<Ran>;
  close(): void;
}

export function openShell(folder: string, env: Record<string, string>): Shell {
  const child = spawn('bash', ['--norc', '--noprofile'], { cwd: folder, env, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const begin = (line: string) => {
    output = '';
    child.stdin.write(`${line}\n`);
  };
  const ended = async (mark: string): Promise<Ran> => {
    const end = new RegExp(`^${mark} (\\d+)\\n`, 'm');
    await expect.poll(() => end.test(output), { interval: 20 }).toBe(true);
    return { code: Number(end.exec(output)?.[1]), output: output.replace(end, '') };
  };
  // The mark stands on a line of its own, also behind output that ends without one.
  const marked = (mark: string) => `code=$?; sleep 0.05; printf '\\n%s %s\\n' ${mark} $code`;
  return {
    run(line) {
      const mark = randomUUID();
      begin(`{ ${line}\n} </dev/null; ${marked(mark)}`);
      return ended(mark);
    },
    // With job control, since without it what runs in the background never hears of Ctrl-C.
    start: (line) => begin(`set -m; { exec ${line}\n} </dev/null & waited=$!; set +m`),
    async heard(said) {
      await expect.poll(() => output).toMatch(said);
      return output;
    },
    interrupt() {
      const mark = randomUUID();
      child.stdin.write(`kill -INT $waited; wait $waited; ${marked(mark)}\n`);
      return ended(mark);
    },
    // What was started goes with it, also where a check failed before its Ctrl-C.
    close: () => void child.stdin.end('kill $waited 2>/dev/null\n'),
  };
}
