/** An option of a command: what `parseArgs` needs to read it and what its help says. */
export interface OptionRow {
  readonly type: 'string' | 'boolean';
  /** One letter that may stand for the name. */
  readonly short?: string;
  /** The word for its value in the help, as `FILE`. */
  readonly value?: string;
  readonly sentence: string;
}

export type OptionTable = Readonly<Record<string, OptionRow>>;

/** How a command is called; its help and its chapter of `docs/commands.md` are printed from this. */
export interface Usage<Options extends OptionTable = OptionTable> {
  /** One line for each way to write the command, without the word `vitrine`. */
  readonly lines: readonly string[];
  /** What it does, in one or a few sentences. */
  readonly sentence: string;
  readonly options: Options;
  /** Options that many commands share, in a paragraph of their own. */
  readonly sharedOptions?: OptionTable;
  /** Paragraphs after the options. */
  readonly notes?: readonly string[];
}

const width = 92;

export function usageText(usage: Usage): string {
  const shared = usage.sharedOptions ?? {};
  return [
    callLines(usage),
    wrapped(usage.sentence, 0),
    ...(Object.keys(usage.options).length === 0 ? [] : [optionLines(usage.options)]),
    ...(Object.keys(shared).length === 0 ? [] : [`The server:\n${optionLines(shared)}`]),
    ...(usage.notes ?? []).map((note) => wrapped(note, 0)),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Several ways to use one command, one after the other, and the options they share once at the end. */
export function groupText(usages: readonly Usage[], shared: OptionTable): string {
  const each = usages.map(({ sharedOptions: _shared, ...usage }) => usageText(usage));
  return `${each.join('\n')}\nThe server:\n${optionLines(shared)}\n`;
}

/** The lines that say how the command is written, as they stand below a complaint about it. */
export function callLines({ lines }: Pick<Usage, 'lines'>): string {
  return lines.map((line, index) => `${index === 0 ? 'Usage: ' : '       '}vitrine ${line}`).join('\n');
}

function optionLines(options: OptionTable): string {
  const rows = Object.entries(options).map(([name, row]) => [
    `  ${row.short === undefined ? '' : `-${row.short}, `}--${name}${row.value === undefined ? '' : ` ${row.value}`}`,
    row.sentence,
  ]);
  const column = Math.min(28, Math.max(...rows.map(([head = '']) => head.length)) + 2);
  return rows.map(([head = '', sentence = '']) => optionLine(head, sentence, column)).join('\n');
}

function optionLine(head: string, sentence: string, column: number): string {
  const text = wrapped(sentence, column);
  return head.length < column - 1 ? head + text.slice(head.length) : `${head}\n${text}`;
}

/** Breaks a text into lines that begin at a column. A paragraph with line breaks of its own keeps them. */
function wrapped(text: string, column: number): string {
  const indent = ' '.repeat(column);
  if (text.includes('\n')) return text;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length + column <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => indent + line).join('\n');
}
