import { CommandFailed } from './command.ts';

/** Why the system refused a file or a folder, by its code. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'that is not permitted (EACCES)',
  EDQUOT: 'no more of the disk may be taken',
  EEXIST: 'a file of its name is there',
  EFBIG: 'it would be larger than files may be there',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'its folder is not there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is no folder',
  EPERM: 'that is not permitted (EPERM)',
  EROFS: 'its disk takes no writes (EROFS)',
};

/** Why the system refused, in words that follow a colon; nothing for an error of another kind. */
export function systemReason(error: unknown): string | undefined {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === undefined) return undefined;
  if (Object.hasOwn(reasons, code)) return reasons[code];
  return path === undefined ? undefined : `the system says ${code}`;
}

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
