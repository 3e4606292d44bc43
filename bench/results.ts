/** One line of the table: our value, the reference's, and how they must relate. */
export interface Row {
  readonly work: string;
  readonly reference: string;
  readonly ours: number;
  readonly theirs: number;
  /** Printed behind both values. */
  readonly unit: string;
  /** What is compared with the limit: ours divided by theirs, where nothing else is said. */
  readonly ratio: number;
  readonly limit: { readonly atLeast: number } | { readonly atMost: number };
  /** Whether the limit is one of milliseconds and the like rather than a multiple. */
  readonly absolute?: boolean;
}

/** A row without a reference: our value may be that much, of its unit, at the most. */
export const rowWithin = (work: string, ours: number, most: number, unit = 'ms'): Row => ({
  work,
  reference: '–',
  ours,
  theirs: most,
  ratio: ours,
  unit,
  absolute: true,
  limit: { atMost: most },
});

/** A measured value that nothing is compared with. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

export interface Results {
  readonly machine: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
  readonly facts: readonly Fact[];
  /** References that were not found, with what was left out for it. */
  readonly leftOut: readonly string[];
}

export function isReached({ ratio, limit }: Row): boolean {
  return 'atLeast' in limit ? ratio >= limit.atLeast : ratio <= limit.atMost;
}

/** The results as Markdown: machine, table, facts, what was left out. */
export function markdown({ machine, rows, facts, leftOut }: Results): string {
  return [
    ...Object.entries(machine).map(([name, value]) => `- ${name}: ${value}`),
    '',
    '| Work | Ours | Reference | Value | Ratio | To reach | Reached |',
    '|---|---:|---|---:|---:|---|---|',
    ...rows.map(tableLine),
    '',
    ...facts.map(({ name, value }) => `- ${name}: ${value}`),
    ...leftOut.map((sentence) => `- Left out: ${sentence}`),
    '',
  ].join('\n');
}

function tableLine(row: Row): string {
  const value = (number: number) => `${rounded(number)} ${row.unit}`.trim();
  const cells = [
    row.work,
    value(row.ours),
    row.reference,
    row.absolute ? '–' : value(row.theirs),
    row.absolute ? '–' : `${row.ratio.toFixed(row.ratio < 10 ? 2 : 0)} ×`,
    limitText(row),
    isReached(row) ? 'yes' : '**no**',
  ];
  return `| ${cells.join(' | ')} |`;
}

function limitText({ limit, absolute, unit }: Row): string {
  const measure = absolute ? ` ${unit}` : ' ×';
  return 'atLeast' in limit ? `≥ ${limit.atLeast}${measure}` : `≤ ${limit.atMost}${measure}`;
}

/** Three digits that count, without an exponent. */
export function rounded(number: number): string {
  const decimals = number >= 100 || number === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(number)));
  return number.toFixed(Math.min(decimals, 6));
}
