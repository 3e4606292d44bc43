import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { lockFolder } from '../database/folder-lock.ts';
import type { SchemaStanding } from '../database/schema-standing.ts';
import type { Tables } from '../database/tables.ts';
import { isOneOfSeveral } from '../installation/one-of-several.ts';
import { namedPositionals, readArguments } from './arguments.ts';
import type { CommandIo } from './command.ts';
import { readSettings, settingOptions } from './serve/setting-flags.ts';
import { startFailure } from './serve/start-failure.ts';
import { printResult } from './subcommands.ts';
import { type OptionRow, type Usage, usageText } from './usage.ts';

const usage = {
  lines: ['migrate [--status] [options]'],
  sentence:
    'Brings the schema of the database to that of this version, as the start of a server does: beforehand, or beside servers that work together.',
  options: {
    data: settingOptions.data as OptionRow,
    'database-url': settingOptions['database-url'] as OptionRow,
    blobs: settingOptions.blobs as OptionRow,
    status: { type: 'boolean', sentence: 'Changes nothing, and ends with 1 where something is to be done.' },
    json: { type: 'boolean', sentence: 'Prints { schema, pending, waiting, unknown, fits }.' },
  },
  notes: [
    'What an older version needs is taken away once no server of it runs; until then it says which servers are waited for. A server that works alone has to be stopped.',
  ],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

/** How the schema stands, for people and programs. */
interface SchemaReport extends Pick<SchemaStanding, 'pending' | 'waiting' | 'unknown'> {
  readonly schema: string;
  /** Whether this version can work with it. */
  readonly fits: boolean;
}

export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  namedPositionals(usage, positionals, []);
  const { status = false, json, ...settings } = values;
  const report = await schemaReport(readSettings(settings, io), status);
  printResult(io, json, report, text(report));
  return report.fits && report.pending.length === 0 ? 0 : 1;
}

async function schemaReport(config: Config, isLook: boolean): Promise<SchemaReport> {
  const { ClosingList, openAsItIs, openStorageForCommand } = await import('../open-storage.ts');
  const { schemaOf, schemaStanding } = await import('../database/migrate.ts');
  const { livingProcesses } = await import('../installation/processes-store.ts');
  const { createLogger } = await import('../server/request-log.ts');
  const closing = new ClosingList();
  const log = createLogger('silent');
  try {
    if (!isLook && !isOneOfSeveral(config) && existsSync(config.dataFolder))
      closing.add(lockFolder(config.dataFolder).release);
    const database: Kysely<Tables> = isLook
      ? await openAsItIs(config, closing, log)
      : await openStorageForCommand(config, closing, log);
    const { tooNew, pending, waiting, unknown } = await schemaStanding(database, { living: livingProcesses });
    return { schema: await schemaOf(database), pending, waiting, unknown, fits: tooNew === undefined };
  } catch (error) {
    throw startFailure(error);
  } finally {
    await closing.closeAll();
  }
}

function text({ schema, pending, waiting, unknown, fits }: SchemaReport): string {
  const lines = [`The database has the schema "${schema}".`];
  if (!fits) lines.push('A newer version has taken away what this one needs: it does not start on it.');
  if (pending.length > 0) lines.push(`To be made: ${pending.join(', ')}.`);
  for (const one of waiting)
    lines.push(`${one.change} waits until these servers are stopped: ${one.for.join(', ')}.`);
  if (unknown.length > 0) lines.push(`Made by a newer version: ${unknown.join(', ')}.`);
  if (lines.length === 1) lines.push('It is that of this version.');
  return `${lines.join('\n')}\n`;
}
