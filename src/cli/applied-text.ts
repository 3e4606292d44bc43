import type { AppliedWorkspace } from '../contract/contract.ts';
import { counted, printable, tableText } from './printed-text.ts';

type Thing = AppliedWorkspace['created'][number];

/** What applying a workspace file did, for people. */
export function appliedText(
  applied: Omit<AppliedWorkspace, 'warnings'> & { readonly warnings: readonly string[] },
): string {
  const tokens = Object.entries(applied.tokens);
  return [
    line('Created', applied.created),
    line('Changed', applied.updated),
    `Unchanged: ${counted(applied.unchanged, 'entry')} of the file.\n`,
    ...applied.warnings.map((warning) => `Note: ${printable(warning)}\n`),
    ...(tokens.length === 0
      ? []
      : ['\nTokens that were made; they are shown only now:\n', tokenTable(tokens)]),
  ].join('');
}

function line(verb: string, things: readonly Thing[]): string {
  if (things.length === 0) return '';
  const groups = Object.entries(Object.groupBy(things, ({ kind }) => kind));
  return `${verb}: ${groups.map(([kind, group = []]) => countOf(group.length, kind)).join(', ')}.\n`;
}

/** Those of a file are one thing, however many they are. */
const countOf = (count: number, kind: string): string =>
  kind === 'variables' ? `the variables of ${counted(count, 'file')}` : counted(count, kind);

const tokenTable = (tokens: readonly [string, string][]): string => tableText(['USER/NAME', 'TOKEN'], tokens);
