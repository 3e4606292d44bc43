import { nameOr } from '../access/name-rules.ts';
import { listOf, textOrNothing, timeOrNothing } from '../upstreams/read-values.ts';

/** A file, or a branch of one, on a list of an upstream. */
export interface ListedFile {
  readonly elsewhere: string;
  /** Of a branch, what the upstream calls its main file. */
  readonly main: string | undefined;
  readonly name: string;
  readonly modifiedAt: number;
}

type Values = Readonly<Record<string, unknown>>;

/** A file that is listed, and its branches where these are listed with it. */
export function withBranches(file: Values): ListedFile[] {
  return readListed(file, undefined).flatMap((main) => [main, ...branchesIn(file, main.elsewhere)]);
}

/** The branches that an answer about a file lists. */
export const branchesIn = (file: Values, main: string): ListedFile[] =>
  'branches' in file ? listOf(file, 'branches').flatMap((branch) => readListed(branch, main)) : [];

function readListed(file: Values, main: string | undefined): ListedFile[] {
  const elsewhere = textOrNothing(file, 'key');
  if (elsewhere === undefined || !/^[A-Za-z0-9_-]{1,128}$/.test(elsewhere)) return [];
  const name = nameOr('Untitled', textOrNothing(file, 'name') ?? '');
  return [{ elsewhere, main, name, modifiedAt: timeOrNothing(file, 'last_modified') ?? 0 }];
}
