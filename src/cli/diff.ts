import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { namedPositionals, readArguments, required, type Values, wrongUsage } from './arguments.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import type { Comparison } from './diff/comparison.ts';
import { failRule } from './diff/pixels-rule.ts';
import { type Plan, tellComparison } from './diff/tell-comparison.ts';
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
      sentence:
        'When the exit code is 1, as for a check: changed, where anything changed; pixels>0.1%, where more of the picture of a frame differs.',
    },
    format: {
      type: 'string',
      value: 'FORMAT',
      sentence:
        'text (the default), or html: one page with each changed frame before, after and what differs.',
    },
    out: {
      type: 'string',
      short: 'o',
      value: 'DIR',
      sentence: 'Of html: folder for index.html; made where it is absent.',
    },
    scale: { type: 'string', value: 'NUMBER', sentence: 'Of pictures: 0.01 to 4, 1 if left out.' },
    images: {
      type: 'string',
      value: 'DIR',
      sentence: 'Of FILEs: folder of image fills, each named as its imageRef.',
    },
    fonts: {
      type: 'string',
      value: 'DIR',
      sentence: 'Of FILEs: folder of fonts (TTF, OTF, WOFF, WOFF2) besides those built in.',
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

type Given = Values<typeof usage.options> & Values<typeof serverOptions>;

/** Prints what changed as it is found, or writes a page of it. */
export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  const plan = planOf(values, positionals, io);
  const failed = await untilInterrupted(async (signal) => {
    const tell = (comparison: Comparison) => tellComparison(comparison, plan, io);
    if (positionals.length < 2) return onServer(values, positionals, { io, plan, signal, tell });
    return ofFiles(values, positionals, { io, plan, signal, tell });
  });
  return failed ? 1 : 0;
}

/** @throws WrongUsage */
function planOf(values: Given, positionals: readonly string[], { cwd }: CommandIo): Plan {
  const { format = 'text', json: asJson = false } = values;
  const rule = values['fail-on'] === undefined ? undefined : failRule(values['fail-on']);
  if (values['fail-on'] !== undefined && rule === undefined)
    throw wrongUsage('--fail-on is changed, or as pixels>0.1%.', usage);
  if (format !== 'text' && format !== 'html') throw wrongUsage('--format is text or html.', usage);
  if (format === 'html' && asJson) throw wrongUsage('--json is for text.', usage);
  if (format === 'text' && values.out !== undefined) throw wrongUsage('--out is for html.', usage);
  const folder = format === 'html' ? resolve(cwd, required(usage, 'out', values.out)) : undefined;
  const scale = Number(values.scale ?? 1);
  if (!(scale >= 0.01 && scale <= 4)) throw wrongUsage('--scale is a number from 0.01 to 4.', usage);
  const [first, second = `${values.from} – ${values.to ?? 'now'}`] = positionals;
  return { rule, folder, scale, asJson, title: `What changed: ${first}, ${second}` };
}

interface Run {
  readonly io: CommandIo;
  readonly plan: Plan;
  readonly signal: AbortSignal;
  /** Answers whether it has failed. */
  readonly tell: (comparison: Comparison) => Promise<boolean>;
}

async function onServer(values: Given, positionals: readonly string[], run: Run): Promise<boolean> {
  const { io, plan, signal, tell } = run;
  if ((values.images ?? values.fonts) !== undefined)
    throw wrongUsage('--images and --fonts are for FILEs.', usage);
  const [file_key] = namedPositionals(usage, positionals, ['KEY']);
  const from = required(usage, 'from', values.from);
  const { comparisonOnServer } = await import('./diff/on-server.ts');
  const compared = { file_key, from, to: values.to, scale: plan.scale };
  return withServer(values, io, (server) => tell(comparisonOnServer(server, compared, signal)));
}

async function ofFiles(values: Given, positionals: readonly string[], run: Run): Promise<boolean> {
  const { io, plan, signal, tell } = run;
  if ((values.from ?? values.to) !== undefined) throw wrongUsage('--from and --to are for a KEY.', usage);
  const files = namedPositionals(usage, positionals, ['FILE', 'FILE']);
  const [before, after] = [await designAt(files[0], io), await designAt(files[1], io)];
  const folderAt = (word: string | undefined) => (word === undefined ? undefined : resolve(io.cwd, word));
  const paths = { before, after, images: folderAt(values.images), fonts: folderAt(values.fonts) };
  const { withDesigns } = await import('./diff/opened-designs.ts');
  const { comparisonOfFiles } = await import('./diff/of-files.ts');
  const { renderPool } = await import('../images/render-pool.ts');
  const pool = renderPool({ processes: availableParallelism(), timeoutMs: 60_000 });
  return withDesigns(paths, io, (designs) =>
    tell(comparisonOfFiles(designs, pool, { scale: plan.scale, signal })),
  ).finally(pool.close);
}

async function designAt(word: string, { cwd }: CommandIo): Promise<string> {
  const path = resolve(cwd, word);
  if ((await stat(path).catch(() => undefined))?.isFile() === true) return path;
  throw new CommandFailed(`There is no file ${word}.`);
}
