import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import {
  createAdministrator,
  createFirstPlace,
  replaceAdministratorToken,
} from './access/administrator-store.ts';
import { findToken } from './access/token-store.ts';
import type { Clock, Ids } from './context.ts';
import type { Tables } from './database/tables.ts';
import { inTransaction } from './database/transaction.ts';

/** The administrator's token as the commands on this machine find it. */
export const administratorTokenFile = 'admin-token';

export interface FirstAdministrator {
  readonly token: string;
  /** True the first time: the token is worth printing then. */
  readonly isNew: boolean;
}

/**
 * Makes sure the installation has an administrator whose token lies in the data folder, readable to its
 * owner only. Without a workspace file a first organization, team and project are made as well, so that a
 * design can be imported at once.
 *
 * @see ruling H24
 */
export async function ensureAdministrator(
  database: Kysely<Tables>,
  options: { folder: string; clock: Clock; ids: Ids; withFirstPlace: boolean },
): Promise<FirstAdministrator> {
  const path = join(options.folder, administratorTokenFile);
  const present = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (present !== '' && (await findToken(database, present)) !== undefined) {
    return { token: present, isNew: false };
  }
  const token = options.ids.secret();
  await writeFile(path, `${token}\n`, { mode: 0o600 });
  const now = options.clock.now();
  await inTransaction(database, async (transaction) => {
    const administrator = await createAdministrator(transaction, options.ids.digits(), now);
    if (administrator.isNew && options.withFirstPlace) {
      await createFirstPlace(transaction, administrator.id, now);
    }
    await replaceAdministratorToken(transaction, {
      id: options.ids.digits(),
      userId: administrator.id,
      token,
      now,
    });
  });
  return { token, isNew: true };
}
