import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';

/** The row of `settings` by which an installation and the backups of it know each other. */
export const installationSetting = 'installation';

/** Gives the installation the id that it keeps, also where it is moved by a backup. */
export async function ensureInstallationId(database: Kysely<Tables>, freshId: string): Promise<void> {
  await database
    .insertInto('settings')
    .values({ name: installationSetting, value: freshId })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function installationId(database: Kysely<Tables>): Promise<string | undefined> {
  const row = await database
    .selectFrom('settings')
    .select('value')
    .where('name', '=', installationSetting)
    .executeTakeFirst();
  return row?.value;
}
