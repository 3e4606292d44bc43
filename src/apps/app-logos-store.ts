import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AppId } from '../contract/branded-ids.ts';
import type { AppConfiguration } from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';

/** What a logo is stored and addressed by; nobody guesses it who has not seen the picture. */
const logoId = (image: string): string => createHash('sha256').update(image).digest('hex');

/** A configuration as its row holds it: with the id of the logo in the place of the picture, so that lists stay small. */
export const configurationText = (configuration: AppConfiguration): string =>
  JSON.stringify({
    ...configuration,
    logo: configuration.logo === null ? null : logoId(configuration.logo),
  });

/** Keeps the pictures of these configurations, and of those before only what the app still has. */
export async function keepLogos(
  transaction: Kysely<Tables>,
  clientId: AppId,
  configurations: readonly (AppConfiguration | null)[],
): Promise<void> {
  for (const image of configurations.map((configuration) => configuration?.logo ?? null)) {
    if (image === null) continue;
    await transaction
      .insertInto('app_logos')
      .values({ app_id: clientId, id: logoId(image), image })
      .onConflict((conflict) => conflict.columns(['app_id', 'id']).doNothing())
      .execute();
  }
  await dropUnusedLogos(transaction, clientId);
}

async function dropUnusedLogos(transaction: Kysely<Tables>, clientId: AppId): Promise<void> {
  const { configuration, approved } = await transaction
    .selectFrom('apps')
    .select(['configuration', 'approved'])
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  const used = [configuration, approved ?? '{}'].map((text) => String(JSON.parse(text).logo ?? ''));
  await transaction
    .deleteFrom('app_logos')
    .where('app_id', '=', clientId)
    .where('id', 'not in', used)
    .execute();
}

/** The pictures of an app by their ids. */
export async function logosOf(
  database: Kysely<Tables>,
  clientId: AppId,
): Promise<ReadonlyMap<string, string>> {
  const rows = await database
    .selectFrom('app_logos')
    .select(['id', 'image'])
    .where('app_id', '=', clientId)
    .execute();
  return new Map(rows.map(({ id, image }) => [id, image]));
}

/** The picture as a `data:` address. */
export async function findLogo(
  database: Kysely<Tables>,
  clientId: AppId,
  id: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('app_logos')
    .select('image')
    .where('app_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.image;
}
