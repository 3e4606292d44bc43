import type { ComparedSet, Goal, Outcome } from './cases.ts';
import { average, isReached } from './goals.ts';

/** One line of the summary: a set and one of its goals, or its mean where it has none. */
export interface SummaryRow {
  readonly set: string;
  readonly cases: number;
  readonly figure: string;
  readonly value: string;
  readonly limit: string;
  readonly reached: 'yes' | 'no' | '–';
  /** What was not compared, and why. */
  readonly leftOut: string;
}

export function summaryOf(sets: readonly ComparedSet[], outcomes: readonly Outcome[]): SummaryRow[] {
  return sets.flatMap((set) => {
    const own = outcomes.filter((outcome) => outcome.case.set === set.name);
    const row = (cells: Pick<SummaryRow, 'figure' | 'value' | 'limit' | 'reached'>): SummaryRow => ({
      set: set.name,
      cases: own.filter(isCompared).length,
      ...cells,
      leftOut: leftOutText(own),
    });
    if (set.goals.length > 0) return set.goals.map((goal) => row(goalCells(goal, own)));
    const mean = average(own.flatMap(({ mean }) => mean ?? []));
    return [row({ figure: 'mean', value: numberText(mean), limit: '–', reached: '–' })];
  });
}

const isCompared = ({ mean }: Outcome): boolean => mean !== undefined;

function goalCells(goal: Goal, outcomes: readonly Outcome[]) {
  const value = goal.measure(outcomes);
  const { limit, name, unit } = goal;
  return {
    figure: name,
    value: `${numberText(value)}${value === undefined ? '' : unit}`,
    limit: 'atMost' in limit ? `≤ ${limit.atMost}${unit}` : `≥ ${limit.atLeast}${unit}`,
    reached:
      value === undefined ? ('–' as const) : isReached(goal, value) ? ('yes' as const) : ('no' as const),
  };
}

export const numberText = (value: number | undefined): string =>
  value === undefined ? '–' : value >= 100 ? value.toFixed(0) : value.toFixed(value < 10 ? 3 : 1);

/** Cases without a comparison, and the area and the nodes left out of the others. */
function leftOutText(outcomes: readonly Outcome[]): string {
  const compared = outcomes.filter(isCompared);
  const absent = outcomes.filter((outcome) => !isCompared(outcome));
  const failures = absent.filter(({ failure }) => failure !== undefined).length;
  const share = 1 - (average(compared.map(({ comparedShare }) => comparedShare)) ?? 1);
  const count = (key: keyof Outcome['leftOut']) =>
    outcomes.reduce((sum, { leftOut }) => sum + leftOut[key], 0);
  const parts = [
    [absent.length - failures, 'cases whole'],
    [failures, 'cases failed'],
    [count('vectors'), 'vectors without geometry'],
    [count('texts'), 'texts without their font'],
    [count('images'), 'images without bytes'],
  ] as const;
  const named = parts.filter(([number]) => number > 0).map(([number, name]) => `${number} ${name}`);
  return [...(share >= 0.0005 ? [`${(share * 100).toFixed(1)} % of the area`] : []), ...named].join(', ');
}

const heads = ['Set', 'Cases', 'Figure', 'Value', 'To reach', 'Reached', 'Left out'];

const cellsOf = (row: SummaryRow): string[] => [
  row.set,
  String(row.cases),
  row.figure,
  row.value,
  row.limit,
  row.reached,
  row.leftOut,
];

/** For a page of the documentation. */
export const markdownTable = (rows: readonly SummaryRow[]): string =>
  [heads, heads.map(() => '---'), ...rows.map(cellsOf)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** For a terminal. */
export function plainTable(rows: readonly SummaryRow[]): string {
  const lines = [heads, ...rows.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
