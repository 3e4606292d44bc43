import { cpSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const project = resolve(import.meta.dirname, '..', '..');

export const read = (path: string): string => readFileSync(join(project, path), 'utf8');

/** A line of a Dockerfile, those that go on in the next put together. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

export const instructionsOf = (dockerfile: string): Instruction[] =>
  dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
      return { name, rest };
    });

/** The last stage, which becomes the image. */
export function lastStage(instructions: readonly Instruction[]): readonly Instruction[] {
  return instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
}

/** What an instruction sets: `ENV A=1 B=2`. */
export const variablesOf = (stage: readonly Instruction[]): Record<string, string> =>
  Object.fromEntries(
    stage
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ rest }) => [...rest.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])),
  );

/** The words of `CMD ["a", "b"]`, behind whatever options stand before them. */
export const wordsOf = (rest: string): string[] => JSON.parse(rest.slice(rest.indexOf('[')));

interface Pattern {
  readonly isLetThrough: boolean;
  readonly form: RegExp;
}

const patternsOf = (text: string): Pattern[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => ({ isLetThrough: line.startsWith('!'), form: formOf(line.replace(/^!/, '')) }));

/** Of a path and of all that lies below it. */
function formOf(pattern: string): RegExp {
  const written = pattern
    .replaceAll('.', '\\.')
    .replaceAll('**/', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?');
  return new RegExp(`^${written}(?:/|$)`);
}

/** Copies what `.dockerignore` lets Docker have of the clone. */
export function copyContext(target: string): void {
  const patterns = patternsOf(read('.dockerignore'));
  const isSent = (path: string) => patterns.findLast(({ form }) => form.test(path))?.isLetThrough ?? true;
  const leadsToSent = (path: string) => /^deploy$/.test(path);
  cpSync(project, target, {
    recursive: true,
    filter: (source) => {
      const path = relative(project, source);
      return path === '' || isSent(path) || leadsToSent(path);
    },
  });
}
