import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const projectRoot = resolve(import.meta.dirname, '../..');

export interface SourceFile {
  /** From the project's root, with forward slashes: `src/api/files/getFile.ts`. */
  readonly path: string;
  readonly text: string;
}

/** The TypeScript files of the project's own folders, what is generated left out. */
export const sourceFiles = (...folders: string[]): SourceFile[] => filesEnding(/\.ts$/, ...folders);

const isMade = (path: string): boolean => /\/generated\/|\/console\/built[^/]*\//.test(path);

/** The files of the project's own folders whose names end so, what is generated or built left out. */
export function filesEnding(ending: RegExp, ...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) => {
    const names = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' });
    const paths = names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
    return paths
      .filter((path) => ending.test(path) && !isMade(path))
      .sort()
      .map(fileAt);
  });
}

/** One file of the project. */
export const fileAt = (path: string): SourceFile => ({
  path,
  text: readFileSync(join(projectRoot, path), 'utf8'),
});

const token =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuvy]*(?=\s*[.,;)\]}]|\s*$)/gm;

/** The text without its comments. */
export function withoutComments(text: string): string {
  return text.replace(token, (found) => (/^\/[*/]/.test(found) ? '' : found));
}

/** The comments of the text, each on lines of its own. */
export function commentsOf(text: string): string {
  return (text.match(token) ?? []).filter((found) => /^\/[*/]/.test(found)).join('\n');
}

/**
 * The text without comments and without what stands in quotes; expressions inside of templates stay, since
 * they are code.
 */
export function withoutQuotes(text: string): string {
  return text.replace(token, (found) => {
    if (found.startsWith('`')) return (found.match(/\$\{[^}]*\}/g) ?? ['``']).join(' ');
    return found.startsWith('/') ? '' : "''";
  });
}

/** What a file imports or re-exports: the module's name as written, and whether only types are taken. */
export function importsOf(text: string): { module: string; typesOnly: boolean }[] {
  const statement = /^\s*(?:import|export)\b([^;'"`]*?\bfrom)?\s*['"]([^'"\n]+)['"]/gm;
  const dynamic = /\bimport\s*\(\s*['"]([^'"\n]+)['"]/g;
  const code = withoutComments(text);
  return [
    ...code
      .matchAll(statement)
      .map(([, clause = '', module = '']) => ({ module, typesOnly: /^\s*type\b/.test(clause) })),
    ...code.matchAll(dynamic).map(([, module = '']) => ({ module, typesOnly: false })),
  ];
}
