import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '..', '..');

/** A block of a page between fences. */
export interface Block {
  /** As `docs/webhooks.md`. */
  readonly page: string;
  /** As `sh`; empty where none is named. */
  readonly language: string;
  readonly text: string;
  /** The file that the words before it say it is: "As `read-file.mjs`:". */
  readonly file: string | undefined;
}

/** Pages for people who use the server; `commands.md` is printed from the commands' own help. */
export function documentedPages(): string[] {
  const pages = globSync('docs/*.md', { cwd: project }).filter((page) => !page.endsWith('commands.md'));
  return ['README.md', ...pages.sort()];
}

/** @param heading of a part of the page; all of it is read without one */
export function blocksOf(page: string, heading?: string): Block[] {
  const whole = readFileSync(join(project, page), 'utf8');
  const text = heading === undefined ? whole : partUnder(heading, whole);
  const fences = text.matchAll(/^( *)```(\w*)\n(.*?)^\1```$/gms);
  return [...fences].map(({ 1: indent = '', 2: language = '', 3: body = '', index }) => ({
    page,
    language,
    text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    file: /As `([\w.-]+)`:\s*$/.exec(text.slice(0, index))?.[1],
  }));
}

/** What stands between a heading and the next one. */
function partUnder(heading: string, text: string): string {
  const [, ...parts] = text.split(/^#+ /m);
  const part = parts.find((each) => each.startsWith(`${heading}\n`));
  if (part === undefined) throw new Error(`No part is called "${heading}".`);
  return part;
}

/** The lines of a block as a shell takes them: one that ends in a backslash goes on in the next. */
export const commandLines = (text: string): string[] =>
  text
    .replaceAll('\\\n', '\\\u0000')
    .split('\n')
    .map((line) => line.replaceAll('\u0000', '\n'))
    .filter((line) => line.trim() !== '');
