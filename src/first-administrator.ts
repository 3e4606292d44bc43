import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { administratorCaller } from './access/administrator-caller.ts';
import type { Caller } from './access/caller.ts';
import { findAdministrator } from './access/caller-store.ts';
import { requireInstallationAdministrator } from './access/installation-administrator.ts';
import { requireStanding } from './access/standing-store.ts';
import type { Clock } from './clock.ts';
import { BadSetting, type Config, settingRows } from './config.ts';
import { readIfThere, writeWhole } from './database/private-file.ts';
import type { Tables } from './database/tables.ts';
import { inTransaction } from './database/transaction.ts';
import { whyUnreadable } from './errors.ts';
import type { Ids } from './ids.ts';
import { createAdministrator } from './people/create-administrator.ts';
import { createFirstPlace } from './people/create-first-organization.ts';
import { hasOrganization } from './places/organizations-store.ts';
import { replaceAdministratorToken as replaceRow } from './tokens/replace-token.ts';
import { findToken, hasLastingTokenBut } from './tokens/tokens-store.ts';

/** The administrator's token as the commands on this machine find it. */
export const administratorTokenFile = 'admin-token';

export const administratorTokenPath = (config: Pick<Config, 'dataFolder' | 'adminTokenFile'>): string =>
  config.adminTokenFile ?? join(config.dataFolder, administratorTokenFile);

export interface FirstAdministrator {
  /** Undefined where none is given and none may be made. */
  readonly token: string | undefined;
  /** True the first time. */
  readonly isNew: boolean;
  /** Another token was made than the one before, which was not in the file and has ended. */
  readonly isReplaced: boolean;
}

interface Parts {
  readonly config: Pick<Config, 'dataFolder' | 'adminTokenFile' | 'defaultPlan'>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Makes sure the installation has an administrator whose token lies in a file, readable to its owner only. What
 * a file that the settings name holds is the token; in the data folder a token that is unknown is replaced by a new
 * one, unless other processes serve the installation too, whose callers hold the one before. Without a workspace
 * file a first organization, team and project are made as well, so that a design can be imported at once.
 *
 * @throws BadSetting where the file of the settings cannot be read, holds too short a token, or another one than counts
 * where others serve the installation
 * @see ruling H24
 */
export async function ensureAdministrator(
  database: Kysely<Tables>,
  options: Parts & {
    withFirstPlace: boolean;
    mayMakeToken: boolean;
    /** The names of others that serve the installation now. */
    others: readonly string[];
  },
): Promise<FirstAdministrator> {
  const { config, ids } = options;
  const present = await tokenInFile(config);
  if (present !== '' && (await findToken(database, present)) !== undefined) {
    if (options.withFirstPlace) await ensureFirstPlace(database, options);
    return { token: present, isNew: false, isReplaced: false };
  }
  const isGiven = present !== '' && config.adminTokenFile !== undefined;
  if (isGiven) refuseShort(present);
  if (!isGiven && !options.mayMakeToken)
    return { token: undefined, isNew: await ensureWithoutToken(database, options), isReplaced: false };
  const token = isGiven ? present : ids.secret();
  const [beside] = options.others;
  const endsAnother = await keepToken(database, token, { ...options, isInFile: isGiven, beside });
  return { token, isNew: !endsAnother, isReplaced: endsAnother && !isGiven };
}

/** Where `vitrine admin-token` made the administrator before the first start, nothing else is there yet. */
async function ensureFirstPlace(database: Kysely<Tables>, { config, clock, ids }: Parts): Promise<void> {
  if (await hasOrganization(database)) return;
  await inTransaction(database, async (transaction) => {
    if (await hasOrganization(transaction)) return;
    const by = administratorCaller(await findAdministrator(transaction));
    await createFirstPlace({ transaction, by, at: clock.now(), context: { ids, config }, isTold: false });
  });
}

/** Answers whether there was no administrator yet. */
async function ensureWithoutToken(
  database: Kysely<Tables>,
  { config, clock, ids, withFirstPlace }: Parts & { withFirstPlace: boolean },
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const early = { transaction, at: clock.now(), context: { ids, config }, isTold: false };
    const { user, isNew } = await createAdministrator(early);
    if (isNew && withFirstPlace) await createFirstPlace({ ...early, by: administratorCaller(user) });
    return isNew;
  });
}

/** Empty where there is no file. One that cannot be read is left alone, since it may hold the token. */
async function tokenInFile(config: Parts['config']): Promise<string> {
  try {
    return ((await readIfThere(administratorTokenPath(config))) ?? '').trim();
  } catch (error) {
    throw config.adminTokenFile === undefined
      ? error
      : badFile(whyUnreadable(administratorTokenPath(config), error));
  }
}

/** Makes another token of the administrator's; the one before ends with the answer. */
export async function replaceAdministratorToken(database: Kysely<Tables>, parts: Parts): Promise<string> {
  const token = parts.ids.secret();
  await keepToken(database, token, { ...parts, isInFile: false, withFirstPlace: false });
  return token;
}

/** The same for whoever asks the server for it. @throws ApiError 403 */
export async function replaceTokenFor(
  caller: Caller,
  database: Kysely<Tables>,
  parts: Parts,
): Promise<string> {
  requireInstallationAdministrator(caller, 'replace this token');
  return inTransaction(database, async (transaction) => {
    await requireStanding({ transaction, by: caller, at: parts.clock.now(), context: { database } });
    return replaceAdministratorToken(transaction, parts);
  });
}

interface Keeping extends Parts {
  readonly isInFile: boolean;
  readonly withFirstPlace: boolean;
  /** Another that serves the installation, whose callers hold the token that counts. */
  readonly beside?: string | undefined;
}

/**
 * The file is written before the change counts: where it cannot be, the token before goes on working. Answers whether
 * there was a token before.
 */
async function keepToken(
  database: Kysely<Tables>,
  token: string,
  { config, clock, ids, isInFile, withFirstPlace, beside }: Keeping,
): Promise<boolean> {
  const at = clock.now();
  return inTransaction(database, async (transaction) => {
    const early = { transaction, at, context: { ids, config }, isTold: false };
    const { user, isNew } = await createAdministrator(early);
    const change = { ...early, by: administratorCaller(user) };
    if (isNew && withFirstPlace) await createFirstPlace(change);
    const endsAnother = await hasLastingTokenBut(token, transaction);
    if (beside !== undefined && endsAnother) throw badFile(isAnother(beside));
    await replaceRow(change, token);
    if (!isInFile) await writeWhole(administratorTokenPath(config), `${token}\n`, 0o600);
    return endsAnother;
  });
}

const leastTokenBytes = 32;

function refuseShort(token: string): void {
  if (Buffer.byteLength(token) >= leastTokenBytes) return;
  throw badFile(`a token has ${leastTokenBytes} bytes at least.`);
}

const isAnother = (beside: string): string =>
  `it holds another token than the one that counts where ${beside} serves this installation too; give this server the file of the others, with what \`npx vitrine admin-token\` has made where that was called.`;

const badFile = (reason: string): BadSetting =>
  new BadSetting(settingRows.adminTokenFile.environmentName, reason);
