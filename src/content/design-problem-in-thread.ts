import { statSync } from 'node:fs';
import { programBeside } from '../processes/program-beside.ts';
import type { DesignFiles } from './design-problem.ts';
import { keptThread } from './kept-thread.ts';
import { ThreadEnded } from './work-in-thread.ts';

const thread = keptThread(programBeside(import.meta.url, 'design-problem-thread'));
const heapMb = 1024;
let last: Promise<unknown> = Promise.resolve();

/** The same as `designProblem`, in a thread, one after the other: whoever is served meanwhile does not wait. */
export function designProblemInThread(files: DesignFiles): Promise<string | undefined> {
  const problem = last.then(() => ask(files));
  last = problem.catch(() => undefined);
  return problem;
}

/** Ten times what it takes on a slow machine. */
const deadlineOf = ({ path }: DesignFiles): number => 60_000 + statSync(path).size / 1000;

async function ask(files: DesignFiles): Promise<string | undefined> {
  try {
    return await thread.ask<string | undefined>(files, { deadlineMs: deadlineOf(files), heapMb });
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    return `To look through it takes more ${error.for} than it may.`;
  }
}
