import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** In a whole check the same program in few files, which start in half the time. */
const command =
  process.env.VITRINE_CONFORMANCE_PROGRAM ?? fileURLToPath(new URL('../../bin/vitrine.mjs', import.meta.url));
const stopWithTests = new URL('./stop-with-tests.mjs', import.meta.url).href;

export interface VitrineProcess {
  readonly child: ChildProcess;
  /** Everything written so far, standard output and standard error apart. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves when the process has ended; the exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
}

/**
 * Starts the `vitrine` command as a user would, without the settings of the one who runs the tests.
 * @param program that of another version, where it is not the one that is tested
 */
export function startVitrine(
  args: readonly string[],
  env: Record<string, string> = {},
  program = command,
): VitrineProcess {
  const child = spawn(process.execPath, ['--import', stopWithTests, program, ...args], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.stderr += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, ended, stdout: () => written.stdout, stderr: () => written.stderr };
}

/** A command that should end and does not is ended before the check's own time is over. */
const endLimitMs = 100_000;

/** Runs the command to its end. */
export async function runVitrine(
  args: readonly string[],
  env: Record<string, string> = {},
  program = command,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { child, ended, stdout, stderr } = startVitrine(args, env, program);
  const limit = setTimeout(() => child.kill('SIGKILL'), endLimitMs);
  const code = await ended;
  clearTimeout(limit);
  return { code, stdout: stdout(), stderr: stderr() };
}

function cleanEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name, value]) =>
      value !== undefined &&
      !/^(VITRINE_|DATABASE_URL$|NODE_OPTIONS$|NODE_EXTRA_CA_CERTS$|VITEST|NODE_ENV$|https?_proxy$|no_proxy$)/i.test(
        name,
      ),
  );
  return Object.fromEntries(kept) as Record<string, string>;
}

/** Memory that a process holds, in bytes, where the system tells it. */
export function residentBytes(pid: number): number | undefined {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
}
