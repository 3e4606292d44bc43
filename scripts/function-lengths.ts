/**
 * Prints how long the functions of the project are, in lines from their first to their last: median, ninth of ten
 * and longest, for the code and for its tests, and the longest by name.
 *
 *     node scripts/function-lengths.ts
 */
import { type FunctionLength, functionLengths, lengthAt } from '../src/testing/function-lengths.ts';

const printed = (name: string, lengths: readonly FunctionLength[]): string => {
  const [median, p90, longest] = [0.5, 0.9, 1].map((share) => lengthAt(share, lengths));
  return `${name}: ${lengths.length} functions, median ${median}, p90 ${p90}, longest ${longest} lines`;
};

const { code, tests } = functionLengths();
console.log(printed('code', code));
console.log(
  printed(
    '  of more than one line',
    code.filter(({ lines }) => lines > 1),
  ),
);
console.log(printed('tests', tests));
for (const { lines, place } of [...code].sort((a, b) => b.lines - a.lines).slice(0, 40))
  console.log(`  ${lines}  ${place}`);
