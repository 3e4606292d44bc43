/**
 * Prints how long the functions of the project are, in lines from their first to their last: median, ninth of ten
 * and longest, for the code and for its tests, and the longest by name.
 *
 *     node scripts/function-lengths.ts
 */
import { parseSync, Visitor } from 'vite';
import { filesEnding, type SourceFile } from '../src/testing/source-files.ts';

interface Length {
  readonly lines: number;
  readonly place: string;
}

type Span = { readonly start: number; readonly end: number };

const folders = ['src', 'console', 'conformance', 'bench', 'scripts'];
const isOfTests = /\.(test|suite|faults|fuzz)\.tsx?$/;

function lengthsIn({ path, text }: SourceFile): Length[] {
  const lineAt = (position: number): number => text.slice(0, position).split('\n').length;
  const lengths: Length[] = [];
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

const printed = (name: string, lengths: readonly Length[]): string => {
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1];
  return `${name}: ${sorted.length} functions, median ${at(0.5)}, p90 ${at(0.9)}, longest ${at(1)} lines`;
};

const files = filesEnding(/\.(ts|tsx|mjs)$/, ...folders);
const code = files.filter(({ path }) => !isOfTests.test(path)).flatMap(lengthsIn);
const tests = files.filter(({ path }) => isOfTests.test(path)).flatMap(lengthsIn);
console.log(printed('code', code));
console.log(
  printed(
    '  of more than one line',
    code.filter(({ lines }) => lines > 1),
  ),
);
console.log(printed('tests', tests));
for (const { lines, place } of code.sort((a, b) => b.lines - a.lines).slice(0, 40))
  console.log(`  ${lines}  ${place}`);
