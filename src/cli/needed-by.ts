import { counted, printable } from './printed-text.ts';

/** What needs a blob, a line to each. */
export interface NeededBy {
  readonly files: readonly { readonly key: string; readonly name: string }[];
  readonly fonts: readonly string[];
}

export function neededByText({ files, fonts }: NeededBy): string {
  const needed = [
    ...files.map(({ key, name }) => `  file ${printable(key)} "${printable(name)}"\n`),
    ...fonts.map((family) => `  font "${printable(family)}"\n`),
  ];
  return needed.length === 0 ? '  nothing refers to it\n' : needed.join('');
}

/** Blobs with what needs them, and how many more there are than these. */
export function lackingText(
  named: readonly (NeededBy & { readonly blob: string; readonly fault?: string })[],
  count: number,
): string {
  const blobs = named.map(
    ({ fault, blob, ...needed }) =>
      `${fault === undefined ? '' : `${fault}: `}${blob}\n${neededByText(needed)}`,
  );
  const more = count > named.length ? `and ${counted(count - named.length, 'blob')} more.\n` : '';
  return `${blobs.join('')}${more}`;
}
