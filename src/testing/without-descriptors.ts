import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** Takes all descriptors of this process but as many as are to stay free. */
export function leaveDescriptors(free: number): void {
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    for (const descriptor of taken.slice(0, free)) closeSync(descriptor);
  }
}

/** Runs a program of a test that may have few descriptors; answers how it ended and what it printed. */
export function runWithFewDescriptors(program: URL): { status: number | null; stdout: string } {
  const command = ['-c', 'ulimit -n 64; exec "$0" "$@"', process.execPath, program.pathname];
  const { status, stdout } = spawnSync('/bin/sh', command, { encoding: 'utf8', timeout: 45_000 });
  return { status, stdout };
}
