import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Answer } from '../contract/calls.ts';
import { namedPositionals, readArguments, wrongUsage } from './arguments.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import { lackingText } from './needed-by.ts';
import { counted as countOf } from './printed-text.ts';
import { counted, startProgress } from './progress.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { printResult } from './subcommands.ts';
import { type Usage, usageText } from './usage.ts';

const usage = {
  lines: ['restore FILE --yes [options]'],
  sentence: 'Replaces everything in a running installation by a backup: people, tokens, designs, all of it.',
  options: {
    yes: { type: 'boolean', sentence: 'Says that what is there now may go. Without it nothing is done.' },
    json: {
      type: 'boolean',
      sentence: 'Prints { rows, blobs, standstillMs, secret, lacking, firstLacking }.',
    },
  },
  sharedOptions: serverOptions,
  notes: [
    'People go on working until all of it is read and found right; what they changed until then goes with the rest. From then on changes are refused until it is in place, so nothing is lost of which somebody was told afterwards. One that breaks off changes nothing: run it again.',
    'A backup that is broken or cut is refused and changes nothing. It needs the administrator’s token.',
    'Where the backup lacks stored bytes and this installation does not have them, all the rest is put in place, what lacks is named with the files and fonts that need it, and the command ends with 1.',
  ],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

type Restored = Answer<'PUT /workspace/v1/backup'>;

export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  const [file] = namedPositionals(usage, positionals, ['FILE']);
  if (values.yes !== true) {
    throw wrongUsage('This replaces everything in the installation; say so with --yes.', usage);
  }
  const path = resolve(io.cwd, file);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new CommandFailed(`${file} is a folder; name the file of a backup.`);
  if (found === undefined) throw new CommandFailed(`There is no file ${file}.`);
  if (!found.isFile()) throw new CommandFailed(`${file} is no file; name the file of a backup.`);
  return withServer(values, io, async (server) => {
    const progress = startProgress(io, `Sending ${file}`, found.size);
    const content = createReadStream(path);
    try {
      const stream = counted(content, progress, () =>
        progress.wait('The server puts it in place, and refuses changes meanwhile'),
      );
      const bytes = { stream, sizeBytes: found.size, type: 'application/x-tar' };
      const restored = await server.ask('PUT /workspace/v1/backup', { bytes });
      progress.end();
      printResult(io, values.json, restored, sentence(restored));
      return restored.lacking === 0 ? 0 : 1;
    } finally {
      progress.end();
      content.destroy();
    }
  });
}

const sentence = ({ rows, blobs, standstillMs, secret, lacking, firstLacking }: Restored): string =>
  [
    `The backup is in place: ${countOf(rows, 'row')}, ${countOf(blobs, 'blob')}.\n`,
    `What was changed before is gone. For ${(standstillMs / 1000).toFixed(1)} s changes were not taken.\n`,
    ...(secret === 'kept'
      ? [
          'The secret of this installation stayed: addresses and keys of webhooks from the backup’s work with its own only.\n',
        ]
      : []),
    ...(lacking > 0
      ? [`It lacks ${countOf(lacking, 'blob')}, which this installation does not have either:\n`]
      : []),
    lackingText(firstLacking, lacking),
  ].join('');
