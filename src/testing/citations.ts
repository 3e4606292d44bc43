import { commentsOf, type SourceFile, withoutComments } from './source-files.ts';

/** A title that begins with ids, and the word before it where the test does not run: `it.todo('[FILE-19] …`. */
const title = /(?:\.(skip|todo|fails)\s*\(\s*)?['"`]\[([A-Z]+-?\d+(?:\s*,\s*[A-Z]+-?\d+)*)\]/g;

/** The ids that titles of running tests begin with. */
export function claimsOf(text: string): string[] {
  return [...withoutComments(text).matchAll(title)]
    .filter(([, notRun]) => notRun === undefined)
    .flatMap(([, , ids = '']) => ids.split(/\s*,\s*/));
}

/** `FILE-19`, `VAR-11…VAR-21`, `OAUTH-12…15`. */
const requirement = /(?<![\w-])([A-Z]{2,}-)(\d+)(?:…\1?(\d+))?(?![\w-])/g;
/** `H10`, `B6…B8`; not what addresses and ids of nodes are made of: `%C3`, `I1:2;3:4`. */
const choice = /(?<![\w%&#:;-])([A-H])(\d{1,2})(?:…\1?(\d{1,2}))?(?![\w-]|[;:]\d)/g;
/** Names that look like requirements. */
const noRequirement = /^(AES|ICON|SHA|SSH|UTF)-$/;

/**
 * Every id that a file cites, those within a range included. Requirements are found wherever they stand; choices,
 * of which code is full, in comments, at the beginning of titles, and in files that are no code.
 */
export function citationsIn({ path, text }: SourceFile): string[] {
  const isCode = /\.(tsx?|mjs)$/.test(path);
  const words = isCode ? commentsOf(text) : text;
  const cited = [...text.matchAll(requirement), ...words.matchAll(choice)].filter(
    ([, area = '']) => !noRequirement.test(area),
  );
  const claimed = isCode ? claimsOf(text) : [];
  return [
    ...new Set([...cited.flatMap(([, area = '', first = '', last]) => range(area, first, last)), ...claimed]),
  ];
}

function range(area: string, first: string, last = first): string[] {
  const length = Math.max(1, Number(last) - Number(first) + 1);
  return Array.from(
    { length },
    (_, place) => area + String(Number(first) + place).padStart(first.length, '0'),
  );
}
