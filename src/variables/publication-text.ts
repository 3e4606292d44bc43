import { setEntry } from '../document/set-entry.ts';
import { inChunks, printedParts } from './print-local-variables.ts';
import type { Publication, PublishedMark } from './published-variables.ts';
import { readSteps } from './read-local-variables.ts';

/** What a line holds: a variable or a collection as a local answer has it, or a mark with the id it is of. */
type Line =
  | readonly ['variable' | 'collection', { readonly id: string }]
  | readonly ['mark', string, PublishedMark];

/** A publication as JSON in lines, in UTF-8, so that a large one is read line by line. Yields after each. */
export function* printPublication(publication: Publication): Generator<void, Buffer> {
  const chunks: Buffer[] = [];
  for (const chunk of yield* inChunks(linesOf(publication))) {
    chunks.push(Buffer.from(chunk));
    yield;
  }
  return Buffer.concat(chunks);
}

function* linesOf({ state, marks }: Publication): Generator<string> {
  for (const part of printedParts(state)) yield part === undefined ? '' : lineOf(part);
  for (const [id, mark] of marks) yield lineOf(['mark', id, mark]);
}

const openBrace = 0x7b;
const lineEnd = 0x0a;

const lineOf = (line: Line): string => `${JSON.stringify(line)}\n`;

/** The same publication. One that was stored before there were lines is a single JSON object. */
export function* readPublication(text: Buffer): Generator<void, Publication> {
  if (text[0] === openBrace) return yield* readWhole(text);
  const meta = { variables: {}, variableCollections: {} };
  const marks = new Map<string, PublishedMark>();
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf(lineEnd, start);
    const line = JSON.parse(text.toString('utf8', start, end)) as Line;
    if (line[0] === 'mark') marks.set(line[1], line[2]);
    else setEntry(line[0] === 'variable' ? meta.variables : meta.variableCollections, line[1].id, line[1]);
    start = end + 1;
    yield;
  }
  return { state: yield* readSteps(meta), marks };
}

function* readWhole(text: Buffer): Generator<void, Publication> {
  const { meta, marks } = JSON.parse(text.toString()) as { meta: unknown; marks: [string, PublishedMark][] };
  return { state: yield* readSteps(meta), marks: new Map(marks) };
}
