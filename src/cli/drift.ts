import { resolve } from 'node:path';
import { namedPositionals, readArguments, required, type Values, wrongUsage } from './arguments.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import type { Compared, NotCompared } from './drift/drift.ts';
import { comparedText, summaryText } from './drift/drift-text.ts';
import { tapeComparisons } from './drift/tape-comparisons.ts';
import { upstreamComparisons } from './drift/upstream-comparisons.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { type Usage, usageText } from './usage.ts';

const usage = {
  lines: ['drift KEY --upstream ID [options]', 'drift --tape FILE [options]'],
  sentence:
    'Asks a running server what another one was asked, and tells where the answers differ: properties that are missing, surplus or other, by the pattern of their place, how often, and the first of them. Addresses and times are set aside. The exit code is 1 where anything differs.',
  options: {
    upstream: {
      type: 'string',
      value: 'ID',
      sentence: 'Of a KEY: the upstream that has a file of this key; it is asked within its limits.',
    },
    tape: {
      type: 'string',
      value: 'FILE',
      sentence:
        'A HAR file, as vitrine run --record writes it: the questions, and the answers to compare with.',
    },
    file: {
      type: 'string',
      value: 'THERE=HERE',
      sentence: 'Of a tape: the key of a file that has another key here.',
    },
    within: {
      type: 'string',
      value: 'NUMBER',
      sentence: 'Numbers that are as near as this count as equal; 0 if left out.',
    },
    json: { type: 'boolean', sentence: 'Prints everything as JSON.' },
  },
  sharedOptions: serverOptions,
  notes: ['Of a tape the reading operations are asked; everything else on it is counted and left alone.'],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  const within = Number(values.within ?? 0);
  if (!(within >= 0)) throw wrongUsage('--within is a number from 0 on.', usage);
  const [file_key] = namedPositionals(usage, positionals, values.tape === undefined ? ['KEY'] : []);
  const all: (Compared | NotCompared)[] = [];
  await withServer(values, io, async (server) => {
    const comparisons =
      file_key === undefined
        ? tapeComparisons(server, tapeOf(values, io), { within, io })
        : upstreamComparisons(server, { file_key, upstream: upstreamOf(values) }, within);
    for await (const compared of comparisons) {
      all.push(compared);
      if (values.json !== true) io.stdout.write(comparedText(compared));
    }
  });
  if (!all.some((one) => 'differences' in one))
    throw new CommandFailed('Nothing could be compared: there is no answer to a reading operation.');
  io.stdout.write(
    values.json === true ? `${JSON.stringify({ questions: all }, null, 2)}\n` : summaryText(all),
  );
  return all.some((one) => 'differences' in one && one.differences.length > 0) ? 1 : 0;
}

type Given = Values<typeof usage.options>;

function upstreamOf({ upstream, file }: Given): string {
  if (file !== undefined) throw wrongUsage('--file is for a tape.', usage);
  return required(usage, 'upstream', upstream);
}

function tapeOf({ tape = '', file, upstream }: Given, { cwd }: CommandIo) {
  if (upstream !== undefined) throw wrongUsage('--upstream is for a KEY.', usage);
  const [there, here, more] = file?.split('=') ?? [];
  if (file !== undefined && (!there || !here || more !== undefined))
    throw wrongUsage('--file is the key there and the key here, as THERE=HERE.', usage);
  const renamed = there && here ? { there, here } : undefined;
  return { path: resolve(cwd, tape), renamed };
}
