import { caps } from '../access/caps.ts';
import { nameOr } from '../access/name-rules.ts';
import { listUpTo, refuseMore, textOrNothing, timeOrNothing, type Values } from '../upstreams/read-values.ts';

/** A file, or a branch of one, on a list of an upstream. */
export interface ListedFile {
  readonly elsewhere: string;
  /** Of a branch, what the upstream calls its main file. */
  readonly main: string | undefined;
  readonly name: string;
  readonly modifiedAt: number;
}

/**
 * The files of a project that an answer lists, with their branches where these are listed with them. Yields after each.
 * @throws UpstreamFailed where they are more than a project has here
 */
export function* filesIn(answer: unknown): Generator<void, ListedFile[]> {
  const found: ListedFile[] = [];
  for (const file of listUpTo(answer, 'files', mostFiles, filesOfProject)) {
    yield;
    const main = readListed(file, undefined);
    if (main === undefined) continue;
    found.push(main);
    for (const branch of yield* branchesIn(file, main.elsewhere)) found.push(branch);
    refuseMore(found.length, mostFiles, filesOfProject);
  }
  return found;
}

const mostFiles = caps.filesOfProject.most;
const filesOfProject = 'files of one project';

/** The branches that an answer about a file lists. Yields after each. @throws UpstreamFailed */
export function* branchesIn(file: Values, main: string): Generator<void, ListedFile[]> {
  const found: ListedFile[] = [];
  for (const branch of listUpTo(file, 'branches', mostFiles)) {
    yield;
    const listed = readListed(branch, main);
    if (listed !== undefined) found.push(listed);
  }
  return found;
}

function readListed(file: Values, main: string | undefined): ListedFile | undefined {
  const elsewhere = textOrNothing(file, 'key');
  if (elsewhere === undefined || !/^[A-Za-z0-9_-]{1,128}$/.test(elsewhere)) return undefined;
  const name = nameOr('Untitled', textOrNothing(file, 'name') ?? '');
  return { elsewhere, main, name, modifiedAt: timeOrNothing(file, 'last_modified') ?? 0 };
}
