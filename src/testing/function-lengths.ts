import { parseSync, Visitor } from 'vite';
import { filesEnding, type SourceFile } from './source-files.ts';

/** How many lines a function has, from its first to its last. */
export interface FunctionLength {
  readonly lines: number;
  /** As `src/main.ts:12`. */
  readonly place: string;
}

type Span = { readonly start: number; readonly end: number };

const folders = [
  'src',
  'console',
  'conformance',
  'bench',
  'fidelity',
  'fixtures',
  'checks',
  'bin',
  'scripts',
];
const isOfTests = /^conformance\/|\.(test|suite|faults|fuzz|soak)\.tsx?$/;

/** Every function of the project, those of its tests apart. */
export function functionLengths(): {
  readonly code: readonly FunctionLength[];
  readonly tests: readonly FunctionLength[];
} {
  const files = filesEnding(/\.(ts|tsx|mjs)$/, ...folders);
  return {
    code: files.filter(({ path }) => !isOfTests.test(path)).flatMap(lengthsIn),
    tests: files.filter(({ path }) => isOfTests.test(path)).flatMap(lengthsIn),
  };
}

/** The length that so large a share of the functions does not exceed: 0.5 for the median. */
export function lengthAt(share: number, lengths: readonly FunctionLength[]): number {
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}

export function lengthsIn({ path, text }: SourceFile): FunctionLength[] {
  const lineAt = (position: number): number => text.slice(0, position).split('\n').length;
  const lengths: FunctionLength[] = [];
  const add = ({ start, end }: Span): void => {
    lengths.push({ lines: lineAt(end) - lineAt(start) + 1, place: `${path}:${lineAt(start)}` });
  };
  const visitor = new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  });
  visitor.visit(parseSync(path, text).program);
  return lengths;
}
