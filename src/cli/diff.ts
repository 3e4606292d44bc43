import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { namedPositionals, readArguments, required, wrongUsage } from './arguments.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import { changeText, summaryText } from './diff/change-text.ts';
import type { ChangePages, Counts } from './diff/changes.ts';
import { untilInterrupted } from './interruption.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { type Usage, usageText } from './usage.ts';

const usage = {
  lines: ['diff KEY --from VERSION [options]', 'diff FILE FILE [options]'],
  sentence:
    'Tells what changed between two versions of a file of a running server, or between two designs as import takes them, which needs no server. Nodes are the same where their ids are.',
  options: {
    from: {
      type: 'string',
      value: 'VERSION',
      sentence: 'Of a KEY: id of the earlier version, or key of a branch for its current state.',
    },
    to: {
      type: 'string',
      value: 'VERSION',
      sentence: 'Of a KEY: the same of the later one; the current state if left out.',
    },
    'fail-on': {
      type: 'string',
      value: 'RULE',
      sentence: 'changed: the exit code is 1 where anything changed, as for a check.',
    },
    json: {
      type: 'boolean',
      sentence: 'Prints each change as JSON, one line each, and the counts in the last line.',
    },
  },
  sharedOptions: serverOptions,
  notes: [
    'A changed node is shown with its properties before and after; one that moved and changed besides is shown twice. A box counts as changed where the size of the node or its place in its parent is another.',
  ],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

/** Prints what changed as it is found. */
export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  const rule = values['fail-on'];
  if (rule !== undefined && rule !== 'changed') throw wrongUsage('--fail-on is changed.', usage);
  const print = (pages: ChangePages) => printed(pages, values.json === true, io);
  const counts = await untilInterrupted(async (signal) => {
    if (positionals.length < 2) {
      const [file_key] = namedPositionals(usage, positionals, ['KEY']);
      const compared = { file_key, from: required(usage, 'from', values.from), to: values.to };
      const { changesOnServer } = await import('./diff/changes-on-server.ts');
      return withServer(values, io, (server) => print(changesOnServer(server, compared, signal)));
    }
    if ((values.from ?? values.to) !== undefined) throw wrongUsage('--from and --to are for a KEY.', usage);
    const files = namedPositionals(usage, positionals, ['FILE', 'FILE']);
    const [before, after] = [await designAt(files[0], io), await designAt(files[1], io)];
    const { changesOfFiles } = await import('./diff/changes-of-files.ts');
    return print(changesOfFiles(before, after, signal));
  });
  const found = Object.values(counts).some((count) => count > 0);
  return found && rule === 'changed' ? 1 : 0;
}

async function printed(pages: ChangePages, asJson: boolean, io: CommandIo): Promise<Counts> {
  let counts: Counts = { added: 0, removed: 0, moved: 0, changed: 0 };
  for await (const page of pages) {
    counts = page.summary;
    for (const change of page.changes)
      io.stdout.write(asJson ? `${JSON.stringify(change)}\n` : changeText(change));
  }
  io.stdout.write(asJson ? `${JSON.stringify({ summary: counts })}\n` : summaryText(counts));
  return counts;
}

async function designAt(word: string, { cwd }: CommandIo): Promise<string> {
  const path = resolve(cwd, word);
  if ((await stat(path).catch(() => undefined))?.isFile() === true) return path;
  throw new CommandFailed(`There is no file ${word}.`);
}
