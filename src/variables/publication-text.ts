import { inChunks, printedParts } from './print-local-variables.ts';
import type { Publication, PublishedMark } from './published-variables.ts';
import { readSteps } from './read-local-variables.ts';

/** What a line holds: a variable or a collection as a local answer has it, or a mark with the id it is of. */
type Line =
  | readonly ['variable' | 'collection', { readonly id: string }]
  | readonly ['mark', string, PublishedMark];

/** A publication as it is stored: JSON in lines, so that a large one is read line by line. Yields after each. */
export function* printPublication(publication: Publication): Generator<void, string> {
  const chunks = yield* inChunks(linesOf(publication));
  return chunks.join('');
}

function* linesOf({ state, marks }: Publication): Generator<string> {
  for (const part of printedParts(state)) yield part === undefined ? '' : lineOf(part);
  for (const [id, mark] of marks) yield lineOf(['mark', id, mark]);
}

const lineOf = (line: Line): string => `${JSON.stringify(line)}\n`;

/** The same publication. One that was stored before there were lines is a single JSON object. */
export function* readPublication(text: string): Generator<void, Publication> {
  if (text.startsWith('{')) return yield* readWhole(text);
  const variables: [string, unknown][] = [];
  const variableCollections: [string, unknown][] = [];
  const marks = new Map<string, PublishedMark>();
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const line = JSON.parse(text.slice(start, end)) as Line;
    if (line[0] === 'mark') marks.set(line[1], line[2]);
    else (line[0] === 'variable' ? variables : variableCollections).push([line[1].id, line[1]]);
    start = end + 1;
    yield;
  }
  const meta = {
    variables: Object.fromEntries(variables),
    variableCollections: Object.fromEntries(variableCollections),
  };
  return { state: yield* readSteps(meta), marks };
}

function* readWhole(text: string): Generator<void, Publication> {
  const { meta, marks } = JSON.parse(text) as { meta: unknown; marks: [string, PublishedMark][] };
  return { state: yield* readSteps(meta), marks: new Map(marks) };
}
