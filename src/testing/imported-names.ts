import { dirname, posix } from 'node:path';
import { type SourceFile, withoutComments } from './source-files.ts';

/** A value that a file takes of another one. */
export interface ImportedName {
  /** From the project's root. */
  readonly from: string;
  readonly name: string;
}

/** The values that a file takes of others of the project by their names; types are none. */
export function importedNames({ path, text }: SourceFile): ImportedName[] {
  const statements = withoutComments(text).matchAll(/^import \{([^}]*)\} from '(\.[^']*)';/gm);
  return [...statements].flatMap(([, names = '', module = '']) =>
    names
      .split(',')
      .map((name) => name.trim().split(' as ')[0] ?? '')
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => ({ from: posix.join(dirname(path), module), name })),
  );
}

/** What a file declares outside of any function, each with its comment and its text. */
export function declarationsOf({ text }: SourceFile): Declared[] {
  const heads = [
    ...text.matchAll(
      /^(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?(export )?(?:async )?(?:function\*?|const|class) (\w+)/gm,
    ),
  ];
  return heads.map(({ index, 1: comment = '', 2: exported, 3: name = '' }, at) => ({
    name,
    comment,
    isExported: exported !== undefined,
    text: text.slice(index + comment.length, heads[at + 1]?.index),
  }));
}

interface Declared {
  readonly name: string;
  readonly comment: string;
  readonly isExported: boolean;
  readonly text: string;
}
