import { namedPositionals, readArguments, required, type Values, wrongUsage } from './arguments.ts';
import type { CommandIo, CommandModule } from './command.ts';
import { pasteable } from './pasteable-hints.ts';
import type { Planned } from './planned-call.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { closest } from './suggestion.ts';
import { groupText, type OptionTable, type Usage } from './usage.ts';

/** One of several things that a command does, as `list` of `vitrine token list`. */
export interface Subcommand {
  readonly usage: Usage;
  readonly run: (args: string[], io: CommandIo) => Promise<number>;
}

/** What every subcommand that talks to a server takes besides its own options. */
export const jsonOption = {
  json: { type: 'boolean', sentence: 'Prints the answer as JSON.' },
} as const satisfies OptionTable;

/** How a subcommand was called. */
export interface Given<Options extends OptionTable, Names extends readonly string[]> {
  readonly values: Values<Options>;
  readonly positionals: { readonly [Index in keyof Names]: string };
  /** The value of an option that must be given. */
  readonly required: (name: keyof Options & string) => string;
  readonly usage: Usage;
  readonly io: CommandIo;
}

/** What a subcommand that calls one operation has of its own. */
export interface OneCall<Answer, Options extends OptionTable, Names extends readonly string[]> {
  /** How it is written, without the word `vitrine`. */
  readonly line: string;
  readonly sentence: string;
  readonly options?: Options;
  /** Names of the words that it takes, as `KEY`. */
  readonly positionals?: Names;
  /** Looks at how it was called before any server is looked for. */
  readonly request: (given: Given<Options, Names>) => Planned<Answer> | Promise<Planned<Answer>>;
  /** The answer for people. */
  readonly text: (answer: Answer, given: Given<Options, Names>) => string;
  /** The answer for `--json`; all of it if left out. */
  readonly json?: (answer: Answer) => unknown;
}

/** A subcommand that calls one operation of a running server and prints the answer. */
export function oneCall<
  Answer,
  const Options extends OptionTable = Record<never, never>,
  const Names extends readonly string[] = readonly [],
>(call: OneCall<Answer, Options, Names>): Subcommand {
  const options = { ...(call.options ?? ({} as Options)), ...jsonOption };
  const usage = { lines: [call.line], sentence: call.sentence, options, sharedOptions: serverOptions };
  const names = call.positionals ?? ([] as readonly string[] as Names);
  return {
    usage,
    run: async (args, io) => {
      const { values, positionals } = readArguments(usage, args);
      const given: Given<Options, Names> = {
        values,
        positionals: namedPositionals(usage, positionals, names),
        required: (name) => required(usage, name, values[name] as string | undefined),
        usage,
        io,
      };
      const request = await call.request(given);
      const answer = await withServer(values, io, request);
      const text = pasteable(call.text(answer, given), values);
      return printResult(io, values.json === true, call.json?.(answer) ?? answer, text);
    },
  };
}

/** A command whose first word chooses what it does. */
export function commandOf(table: Readonly<Record<string, Subcommand>>): CommandModule {
  const usages = Object.values(table).map(({ usage }) => usage);
  return {
    help: () => groupText(usages, serverOptions),
    run: async ([word, ...rest], io) => {
      const lines = usages.flatMap((usage) => usage.lines);
      if (word === undefined) throw wrongUsage('What to do is missing.', { lines });
      const chosen = Object.hasOwn(table, word) ? table[word] : undefined;
      if (chosen !== undefined) return chosen.run(rest, io);
      const similar = closest(word, Object.keys(table));
      const advice = similar === undefined ? '' : ` Did you mean "${similar}"?`;
      if (word.startsWith('-')) throw wrongUsage('What to do comes before the options.', { lines });
      throw wrongUsage(`There is no "${word}" here.${advice}`, { lines });
    },
  };
}

/** Prints a result as JSON or as text for people. */
export function printResult(io: CommandIo, asJson: boolean | undefined, value: unknown, text: string): 0 {
  io.stdout.write(asJson === true ? `${JSON.stringify(value, null, 2)}\n` : text);
  return 0;
}
