import { systemReason } from '../errors.ts';
import { CommandFailed } from './command.ts';

/** What somebody named to be written, and the system refused, as a sentence; anything else stays as it is. */
export function unwritten(path: string, error: unknown): unknown {
  const reason = systemReason(error);
  return reason === undefined
    ? error
    : new CommandFailed(`${path} cannot be written: ${reason}.`, { cause: error });
}

/** @throws CommandFailed where the system refuses what is written to a path that somebody named */
export async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unwritten(path, error);
  }
}
