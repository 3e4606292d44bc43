import { wrongUsage } from './arguments.ts';
import type { CommandIo } from './command.ts';
import type { CommandModule } from './commands.ts';
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
