import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Answer } from '../contract/calls.ts';
import { InUse, lockFolder } from '../database/folder-lock.ts';
import { administratorTokenPath, replaceAdministratorToken } from '../first-administrator.ts';
import { randomIds } from '../ids.ts';
import { isOneOfSeveral } from '../installation/one-of-several.ts';
import { namedPositionals, readArguments } from './arguments.ts';
import { CommandFailed, type CommandIo } from './command.ts';
import { readSettings } from './serve/setting-flags.ts';
import { startFailure } from './serve/start-failure.ts';
import { withServer } from './server-client.ts';
import { serverOptions } from './server-options.ts';
import { printResult } from './subcommands.ts';
import { type Usage, usageText } from './usage.ts';

const usage = {
  lines: ['admin-token [options]'],
  sentence:
    'Makes another token for the administrator of the installation, and writes it to its file. The one before ends at once.',
  options: { json: { type: 'boolean', sentence: 'Prints { token, file }.' } },
  sharedOptions: serverOptions,
  notes: [
    'It works on the running server and, on its machine, without one: the way back in where the token is lost. Sessions and other tokens go on.',
  ],
} as const satisfies Usage;

export const help = (): string => usageText(usage);

type Replaced = Answer<'POST /workspace/v1/administrator-token'>;

export async function run(args: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  namedPositionals(usage, positionals, []);
  const isElsewhere = Boolean(values.url ?? values.token ?? (io.env.VITRINE_URL || io.env.VITRINE_TOKEN));
  const data = resolve(io.cwd, values.data ?? (io.env.VITRINE_DATA || 'data'));
  const config = readSettings({ data }, io);
  const replaced = (isElsewhere ? undefined : await replaceInFolder(config)) ?? (await ask(values, io));
  const sentence = `The administrator's token is a new one; it lies in ${replaced.file}.\n`;
  return printResult(io, values.json, replaced, sentence);
}

const ask = (values: Parameters<typeof withServer>[0], io: CommandIo): Promise<Replaced> =>
  withServer(values, io, (server) => server.ask('POST /workspace/v1/administrator-token'));

/**
 * Undefined where a server has the folder, or nobody: a server is asked then. Those that work together have their
 * database for everybody, so that none of them and no folder is needed.
 * @throws CommandFailed
 */
async function replaceInFolder(config: Config): Promise<Replaced | undefined> {
  if (!existsSync(config.dataFolder) && config.databaseUrl === undefined) return undefined;
  const lock = lockUnlessServed(config.dataFolder);
  if (lock === undefined && mayAsk(config)) return undefined;
  const { ClosingList, openStorageForCommand } = await import('../open-storage.ts');
  const { createLogger } = await import('../server/request-log.ts');
  const closing = new ClosingList();
  closing.add(() => lock?.release());
  try {
    const database = await openStorageForCommand(config, closing, createLogger('silent'));
    const parts = { config, clock: systemClock, ids: randomIds };
    return { token: await replaceAdministratorToken(database, parts), file: administratorTokenPath(config) };
  } catch (error) {
    throw startFailure(error);
  } finally {
    await closing.closeAll();
  }
}

/** Whether there is a token to ask the server with. @throws CommandFailed where nothing leads past the server */
function mayAsk(config: Config): boolean {
  const path = administratorTokenPath(config);
  if (existsSync(path)) return true;
  if (isOneOfSeveral(config)) return false;
  throw new CommandFailed(
    `A server runs on ${config.dataFolder}, and the token that it could be asked with is not at ${path}: stop the server and call this again. Where it is one of several, give this command their settings (DATABASE_URL, VITRINE_BLOBS) in place of that.`,
  );
}

function lockUnlessServed(folder: string): { release(): void } | undefined {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof InUse) return undefined;
    throw startFailure(error);
  }
}
