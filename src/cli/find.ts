import { readArguments, wrongUsage } from './arguments.ts';
import type { CommandIo } from './command.ts';
import { foundHits } from './find/found-hits.ts';
import { foundText, hitText } from './find/found-text.ts';
import { selectedNodes } from './find/selected-nodes.ts';
import { untilInterrupted } from './interruption.ts';
import { type ServerClient, withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { type Usage, usageText } from './usage.ts';

const usage = {
  lines: [
    'find WORDS… [options]',
    'find --selector SELECTOR (--file KEY | --project ID | --team ID) [options]',
  ],
  sentence:
    'Finds nodes by words of their names and texts in all files that you see, best first; or by a selector of CSS: types of nodes stand for elements and properties for attributes, with dots for what lies within.',
  options: {
    selector: {
      type: 'string',
      value: 'SELECTOR',
      sentence: 'As \'FRAME[layoutMode=NONE] > TEXT[style.fontFamily="Poppins"]\'.',
    },
    file: { type: 'string', value: 'KEY', sentence: 'In a file or a branch.' },
    project: { type: 'string', value: 'ID', sentence: 'In all files of a project that you see.' },
    team: { type: 'string', value: 'ID', sentence: 'In all files of a team that you see.' },
    type: { type: 'string', value: 'TYPE', sentence: 'By words: nodes of that type, as TEXT.' },
    component: { type: 'string', value: 'KEY', sentence: 'By words: a component and its instances.' },
    style: { type: 'string', value: 'KEY', sentence: 'By words: what uses a style.' },
    variable: { type: 'string', value: 'ID', sentence: 'By words: what is bound to a variable.' },
    font: { type: 'string', value: 'FAMILY', sentence: 'By words: texts that are set in it.' },
    page: { type: 'string', value: 'ID', sentence: 'By words: what lies on a page.' },
    most: { type: 'string', value: 'NUMBER', sentence: 'By words: so many at the most; 20 if left out.' },
    version: { type: 'string', value: 'VERSION', sentence: 'By a selector: an older version of the file.' },
    properties: {
      type: 'string',
      value: 'NAMES',
      sentence: 'By a selector: prints these properties of each node, as characters,style.fontSize.',
    },
    'fail-on': {
      type: 'string',
      value: 'RULE',
      sentence: 'found: the exit code is 1 where a node is found, as for a check.',
    },
    json: { type: 'boolean', sentence: 'Prints each node as JSON, one line each.' },
  },
  sharedOptions: serverOptions,
  notes: ['With a filter as --font the words may be left out.'],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

/** Prints nodes as they are found. */
export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  if (values['fail-on'] !== undefined && values['fail-on'] !== 'found')
    throw wrongUsage('--fail-on is found.', usage);
  const given = { values, words: positionals };
  const lines = values.selector === undefined ? hitsOf(given) : nodesOf(given);
  const found = await untilInterrupted((signal) =>
    withServer(values, io, async (server) => {
      let count = 0;
      for await (const line of lines(server, signal)) {
        io.stdout.write(line);
        count++;
      }
      return count;
    }),
  );
  return found > 0 && values['fail-on'] === 'found' ? 1 : 0;
}

interface Given {
  readonly values: { readonly [Name in Exclude<keyof typeof usage.options, 'json'>]?: string } & {
    readonly json?: boolean;
  };
  readonly words: readonly string[];
}

type Lines = (server: ServerClient, signal: AbortSignal) => AsyncGenerator<string>;

/** @throws WrongUsage */
function nodesOf({ values, words }: Given): Lines {
  if (words.length > 0) throw wrongUsage('It takes words or --selector.', usage);
  const places = (['file', 'project', 'team'] as const).filter((place) => values[place] !== undefined);
  if (places.length !== 1) throw wrongUsage('It takes one of --file, --project and --team.', usage);
  const { selector = '', properties } = values;
  return async function* (server, signal) {
    for await (const node of selectedNodes(server, { ...values, selector, properties }, signal))
      yield values.json === true ? `${JSON.stringify(node)}\n` : foundText(node);
  };
}

const filters = [
  'type',
  'file',
  'project',
  'team',
  'component',
  'style',
  'variable',
  'font',
  'page',
] as const;

/** @throws WrongUsage */
function hitsOf({ values, words }: Given): Lines {
  const most = Number(values.most ?? 20);
  if (!Number.isInteger(most) || most < 1) throw wrongUsage('--most is a number from 1 on.', usage);
  const kept = filters.filter((filter) => values[filter] !== undefined);
  if (words.length === 0 && kept.length === 0) throw wrongUsage('It takes words, or --selector.', usage);
  const query = Object.fromEntries(kept.map((filter) => [filter, values[filter]]));
  const asked = { ...query, ...(words.length > 0 && { q: words.join(' ') }) };
  return async function* (server, signal) {
    for await (const hit of foundHits(server, asked, { most, signal }))
      yield values.json === true ? `${JSON.stringify(hit)}\n` : hitText(hit);
  };
}
