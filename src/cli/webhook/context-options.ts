import { type Values, wrongUsage } from '../arguments.ts';
import type { OptionTable, Usage } from '../usage.ts';

/** What a webhook is attached to. */
export const contextOptions = {
  team: { type: 'string', value: 'ID', sentence: 'The team.' },
  project: { type: 'string', value: 'ID', sentence: 'The project.' },
  file: { type: 'string', value: 'KEY', sentence: 'The file.' },
} as const satisfies OptionTable;

const contexts = ['team', 'project', 'file'] as const;

export interface GivenContext {
  readonly context: (typeof contexts)[number];
  readonly context_id: string;
}

/** @throws WrongUsage where none or several are given */
export function contextOf(values: Values<typeof contextOptions>, usage: Pick<Usage, 'lines'>): GivenContext {
  const given = contexts.filter((context) => values[context] !== undefined);
  const [context] = given;
  if (context === undefined || given.length > 1)
    throw wrongUsage('Give one of --team, --project and --file.', usage);
  return { context, context_id: values[context] ?? '' };
}
