import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { namedPositionals, readArguments, wrongUsage } from './arguments.ts';
import { CommandFailed, type CommandIo, WrongUsage } from './command.ts';
import { untilInterrupted } from './interruption.ts';
import { type MovePlan, planMove } from './move/move-plan.ts';
import type { Moved } from './move/moving.ts';
import { counted } from './printed-text.ts';
import { startProgress } from './progress.ts';
import { readSettings, settingOptions } from './serve/setting-flags.ts';
import { startFailure } from './serve/start-failure.ts';
import { printResult } from './subcommands.ts';
import { type OptionRow, type Usage, usageText } from './usage.ts';

const usage = {
  lines: ['move --to DATABASE [--blobs PLACE] [options]', 'move --blobs PLACE [options]'],
  sentence:
    'Brings an installation to another database, its designs to a bucket or a folder, or both. What is there now stays as it is.',
  options: {
    to: {
      type: 'string',
      value: 'DATABASE',
      sentence:
        'PostgreSQL address, or a data folder for an embedded database; it has to be empty. The database stays where it is without it.',
    },
    blobs: {
      type: 'string',
      value: 'PLACE',
      sentence:
        'Bucket, as s3://bucket/prefix?region=…, or a data folder. Designs stay where they are without it, unless --to names a folder.',
    },
    'blobs-only': {
      type: 'boolean',
      sentence: 'Brings designs ahead, beside the working server; the next move finds them there.',
    },
    replace: {
      type: 'boolean',
      sentence: 'Also where the target holds this very installation already: its rows go.',
    },
    data: settingOptions.data as OptionRow,
    json: { type: 'boolean', sentence: 'Prints { rows, blobs, take }.' },
  },
  notes: [
    'Run it on the machine of the server, stopped but for --blobs-only, with the settings of the server in the environment: DATABASE_URL and VITRINE_BLOBS say where things lie now. What breaks off is taken up by running it again. It ends with 0 only where both sides have the same numbers of rows and all blobs, and says what else has to be taken along.',
  ],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  namedPositionals(usage, positionals, []);
  const { to, blobs, 'blobs-only': blobsOnly = false, replace = false } = values;
  const from = readSettings({ data: resolve(io.cwd, values.data ?? (io.env.VITRINE_DATA || 'data')) }, io);
  const plan = planned(() => planMove(from, { to, blobs, blobsOnly }, io));
  const moved = await untilInterrupted((signal) => move(plan, { signal, replace }, io));
  const take = blobsOnly ? [] : toTakeAlong(plan);
  return printResult(io, values.json, { ...moved, take }, text(plan, moved, take));
}

function planned(make: () => MovePlan): MovePlan {
  try {
    return make();
  } catch (error) {
    throw error instanceof WrongUsage ? wrongUsage(error.message, usage) : error;
  }
}

async function move(
  plan: MovePlan,
  options: { readonly signal: AbortSignal; readonly replace: boolean },
  io: CommandIo,
): Promise<Moved> {
  const { moveInstallation } = await import('./move/moving.ts');
  try {
    return await moveInstallation(plan, {
      ...options,
      show: (title, total, things) => startProgress(io, title, total, things),
    });
  } catch (error) {
    throw options.signal.aborted ? error : moveFailure(error);
  }
}

const damages = new Set(['BlobNotFound', 'BlobDamaged', 'ObjectMissing', 'ObjectCut']);

function moveFailure(error: unknown): unknown {
  const failure = startFailure(error);
  if (!(error instanceof Error && damages.has(error.name)) || !(failure instanceof CommandFailed))
    return failure;
  return new CommandFailed(`${failure.message} "npx vitrine check" says which designs need it.`, {
    cause: error,
  });
}

/** What belongs to an installation and is no row and no blob. */
function toTakeAlong({ from, to, movesDatabase }: MovePlan): string[] {
  if (!movesDatabase && from.dataFolder === to.dataFolder) return [];
  const token = from.adminTokenFile ?? join(from.dataFolder, 'admin-token');
  return [
    secretPlace(from),
    `VITRINE_ADMIN_TOKEN_FILE=${token}`,
    ...certificatePlace(from),
    ...fontsPlace(from),
  ];
}

/** Addresses of images, keys of webhooks and payment tokens hang on it. */
function secretPlace({ secret, secretFile, dataFolder }: Config): string {
  if (secret !== '') return 'VITRINE_SECRET, as it is set now';
  return `VITRINE_SECRET_FILE=${secretFile ?? join(dataFolder, 'secret')}`;
}

/** Clients trust the authority that made the certificate. */
function certificatePlace({ dataFolder, tlsCert }: Config): string[] {
  const folder = join(dataFolder, 'tls');
  return tlsCert === undefined && existsSync(folder) ? [`the certificates in ${folder}`] : [];
}

function fontsPlace({ dataFolder }: Config): string[] {
  const folder = join(dataFolder, 'fonts');
  return existsSync(folder) && readdirSync(folder).length > 0 ? [`the fonts in ${folder}`] : [];
}

function text(plan: MovePlan, { rows, blobs }: Moved, take: readonly string[]): string {
  if (plan.blobsOnly)
    return `${counted(blobs, 'blob')} of the installation are there. Stop the server, and run it again without --blobs-only.\n`;
  const what = [...(rows === undefined ? [] : [counted(rows, 'row')]), counted(blobs, 'blob')];
  return [
    `Both sides have the same: ${what.join(', ')}.\n`,
    ...(take.length === 0
      ? []
      : [
          'Also take along what is neither a row nor a blob; without the secret, addresses of images and keys of webhooks change:\n',
        ]),
    ...take.map((item) => `  ${item}\n`),
  ].join('');
}
