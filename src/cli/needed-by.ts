import { printable } from './printed-text.ts';

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
