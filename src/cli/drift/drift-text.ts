import type { Difference } from '../../compare/answers/compare-answers.ts';
import { printable } from '../printed-text.ts';
import type { Compared, NotCompared } from './drift.ts';

/** A line for each question, and below it one for each kind of difference. */
export function comparedText(compared: Compared | NotCompared): string {
  const question = printable(compared.question);
  if ('reason' in compared) return `${question}: not compared, ${printable(compared.reason)}.\n`;
  const { differences } = compared;
  if (differences.length === 0) return `${question}: the same.\n`;
  return `${question}:\n${differences.map(differenceText).join('')}`;
}

/** Of an answer that is no object or list, or of another kind than the other. */
const whole = '(the answer)';

function differenceText({ kind, path, count, first }: Difference): string {
  const [expected, actual] = [first.expected, first.actual].map((text) => printable(text ?? ''));
  const example = {
    missing: `there: ${expected}`,
    surplus: `here: ${actual}`,
    different: `there: ${expected}, here: ${actual}`,
    order: 'the same elements in another order',
  }[kind];
  return `  ${kind.padEnd(9)} ${printable(path) || whole} × ${count}, first ${printable(first.at) || whole} (${example})\n`;
}

export function summaryText(all: readonly (Compared | NotCompared)[]): string {
  const compared = all.filter((one) => 'differences' in one);
  const same = compared.filter(({ differences }) => differences.length === 0).length;
  const left = all.length - compared.length;
  const rest = left === 0 ? '' : ` ${left} could not be compared.`;
  return `Of ${compared.length} ${compared.length === 1 ? 'answer' : 'answers'} ${same} ${same === 1 ? 'is' : 'are'} the same but for addresses and times.${rest}\n`;
}
