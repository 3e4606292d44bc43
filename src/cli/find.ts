import { readArguments, wrongUsage } from './arguments.ts';
import type { CommandIo } from './command.ts';
import { foundText } from './find/found-text.ts';
import { selectedNodes } from './find/selected-nodes.ts';
import { untilInterrupted } from './interruption.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { type Usage, usageText } from './usage.ts';

const usage = {
  lines: ['find --selector SELECTOR (--file KEY | --project ID | --team ID) [options]'],
  sentence:
    'Finds nodes by a selector of CSS: types of nodes stand for elements and properties for attributes, with dots for what lies within.',
  options: {
    selector: {
      type: 'string',
      value: 'SELECTOR',
      sentence: 'As \'FRAME[layoutMode=NONE] > TEXT[style.fontFamily="Poppins"]\'.',
    },
    file: { type: 'string', value: 'KEY', sentence: 'In a file or a branch.' },
    project: { type: 'string', value: 'ID', sentence: 'In all files of a project that you see.' },
    team: { type: 'string', value: 'ID', sentence: 'In all files of a team that you see.' },
    version: { type: 'string', value: 'VERSION', sentence: 'Of a file: an older version.' },
    properties: {
      type: 'string',
      value: 'NAMES',
      sentence: 'Prints these properties of each node, as characters,style.fontSize.',
    },
    'fail-on': {
      type: 'string',
      value: 'RULE',
      sentence: 'found: the exit code is 1 where a node is found, as for a check.',
    },
    json: { type: 'boolean', sentence: 'Prints each node as JSON, one line each.' },
  },
  sharedOptions: serverOptions,
} as const satisfies Usage;

export const help = (): string => usageText(usage);

/** Prints nodes as they are found. */
export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  if (positionals.length > 0 || values.selector === undefined)
    throw wrongUsage('It takes --selector.', usage);
  if (values['fail-on'] !== undefined && values['fail-on'] !== 'found')
    throw wrongUsage('--fail-on is found.', usage);
  const places = (['file', 'project', 'team'] as const).filter((place) => values[place] !== undefined);
  if (places.length !== 1) throw wrongUsage('It takes one of --file, --project and --team.', usage);
  const asked = { ...values, selector: values.selector, properties: values.properties };
  const found = await untilInterrupted((signal) =>
    withServer(values, io, async (server) => {
      let count = 0;
      for await (const node of selectedNodes(server, asked, signal)) {
        io.stdout.write(values.json === true ? `${JSON.stringify(node)}\n` : foundText(node));
        count++;
      }
      return count;
    }),
  );
  return found > 0 && values['fail-on'] === 'found' ? 1 : 0;
}
