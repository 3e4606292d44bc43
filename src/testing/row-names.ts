import { basename } from 'node:path';
import { roomOf } from './rooms.ts';
import { type SourceFile, withoutComments } from './source-files.ts';

/** A file that asks the database. */
export const isStore = (path: string): boolean => /^(.+-)?store\.ts$/.test(basename(path));

/** Exports that speak of rows by the names of columns, and why. */
const mayNameColumns: Readonly<Record<string, string>> = {
  'src/access/caller-store.ts UserColumns': 'what is selected of `users` wherever callers are found',
  'src/apps/apps-store.ts appOf':
    'the one place where a row of `apps` becomes an app, for the stores of its room',
  'src/backup/lasting-tokens-store.ts lastingTokens': 'a backup holds rows as they stand',
};

const shapes =
  /^export (?:interface (\w+)[\s\S]*?^\}|type (\w+)[\s\S]*?;$|(?:async )?function\*? (\w+)[\s\S]*?\{$)/gm;
const wholeRow = /\b(?:Selectable|Insertable|Updateable)<\w+Table>(?!\[)/;
const columnMember = /(?:^ +|[{;] )(?:readonly )?\w+_\w+\??:/m;

/** What a file exports or takes of rows under the names of their columns; others know them by those of the program. */
export function rowsNamedByColumns({ path, text }: SourceFile): string[] {
  if (roomOf(path) === 'database') return [];
  return [...withoutComments(text).matchAll(shapes)]
    .filter(([shape]) => wholeRow.test(shape) || (isStore(path) && columnMember.test(shape)))
    .map(([, ...names]) => names.find((name) => name !== undefined) ?? '')
    .filter((name) => mayNameColumns[`${path} ${name}`] === undefined);
}
