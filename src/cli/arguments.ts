import { parseArgs } from 'node:util';
import { WrongUsage } from './command.ts';
import { closest } from './suggestion.ts';
import { callLines, type OptionTable, type Usage } from './usage.ts';

/** Values of the options as they were given; an option that was not given is absent. */
export type Values<Options extends OptionTable> = {
  readonly [Name in keyof Options]?: Options[Name]['type'] extends 'boolean' ? boolean : string;
};

export interface ReadArguments<Values> {
  readonly values: Values;
  readonly positionals: readonly string[];
}

/**
 * Reads a command's arguments by its usage. A later value of an option stands over an earlier one.
 *
 * @throws WrongUsage with the lines of the usage below the sentence
 */
export function readArguments<Options extends OptionTable, Shared extends OptionTable = Record<never, never>>(
  usage: Usage<Options> & { readonly sharedOptions?: Shared },
  args: readonly string[],
): ReadArguments<Values<Options> & Values<Shared>> {
  const options: OptionTable = { ...usage.options, ...usage.sharedOptions };
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(
        Object.entries(options).map(([name, { type, short }]) => [name, { type, ...(short && { short }) }]),
      ),
      allowPositionals: true,
      allowNegative: true,
      strict: true,
    });
    return { values: values as Values<Options> & Values<Shared>, positionals };
  } catch (error) {
    throw wrongUsage(sentenceOf(error as NodeJS.ErrnoException, options), usage);
  }
}

export function wrongUsage(sentence: string, usage: Pick<Usage, 'lines'>): WrongUsage {
  return new WrongUsage(`${sentence}\n\n${callLines(usage)}`);
}

/** @throws WrongUsage where there are more or fewer words than names. */
export function namedPositionals<const Names extends readonly string[]>(
  usage: Pick<Usage, 'lines'>,
  positionals: readonly string[],
  names: Names,
): { readonly [Index in keyof Names]: string } {
  const missing = names[positionals.length];
  if (missing !== undefined) throw wrongUsage(`${missing} is missing.`, usage);
  const extra = positionals[names.length];
  if (extra !== undefined) throw wrongUsage(`There is one word too many: ${extra}`, usage);
  return positionals as unknown as { readonly [Index in keyof Names]: string };
}

/** The value of an option that must be given. */
export function required(
  usage: Pick<Usage, 'lines'> & Partial<Pick<Usage, 'options'>>,
  name: string,
  value: string | undefined,
): string {
  if (value !== undefined && value !== '') return value;
  const meaning = usage.options?.[name]?.sentence;
  throw wrongUsage(`--${name} is missing.${meaning === undefined ? '' : `\n${meaning}`}`, usage);
}

/** What is to be changed; it must be something. What it may hold has to be said by who takes it, as `SentBody`. */
export function someChange<Changes extends object = never>(
  usage: Pick<Usage, 'lines'>,
  changes: NoInfer<Changes>,
): Changes {
  if (Object.values(changes).some((value) => value !== undefined)) return changes;
  throw wrongUsage('There is nothing to change.', usage);
}

function sentenceOf(error: NodeJS.ErrnoException, options: OptionTable): string {
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const name = /'(-[^']*)'/.exec(error.message)?.[1] ?? '';
    const similar = closest(name.replace(/^-+/, ''), Object.keys(options));
    return `There is no option ${name}.${similar === undefined ? '' : ` Did you mean --${similar}?`}`;
  }
  const [first = error.message] = error.message.split(/\.\s|\n/);
  return `${first.replaceAll("'", '').replace(/\.$/, '')}.`;
}
