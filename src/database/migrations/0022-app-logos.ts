import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { createTables, type TableSketch } from '../create-tables.ts';

/** Moves the logos of apps out of their configurations, which lists of apps read. */
export async function appLogos(database: Kysely<never>): Promise<void> {
  await createTables(database, tables);
  const before = database as unknown as Kysely<Before>;
  const apps = await before.selectFrom('apps').select('client_id').execute();
  for (const { client_id } of apps) await moveLogosOf(before, client_id);
}

const tables: Record<string, TableSketch> = {
  app_logos: {
    columns: { app_id: 'text', id: 'text', image: 'text' },
    key: ['app_id', 'id'],
    references: { app_id: ['apps.client_id', 'cascade'] },
  },
};

interface Before {
  apps: { client_id: string; configuration: string; approved: string | null };
  app_logos: { app_id: string; id: string; image: string };
}

async function moveLogosOf(database: Kysely<Before>, clientId: string): Promise<void> {
  const { configuration, approved } = await database
    .selectFrom('apps')
    .select(['configuration', 'approved'])
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  const images = new Map<string, string>();
  const withoutImage = (text: string): string => {
    const parsed = JSON.parse(text);
    if (typeof parsed.logo !== 'string') return text;
    const id = createHash('sha256').update(parsed.logo).digest('hex');
    images.set(id, parsed.logo);
    return JSON.stringify({ ...parsed, logo: id });
  };
  const changes = {
    configuration: withoutImage(configuration),
    approved: approved === null ? null : withoutImage(approved),
  };
  for (const [id, image] of images)
    await database.insertInto('app_logos').values({ app_id: clientId, id, image }).execute();
  await database.updateTable('apps').set(changes).where('client_id', '=', clientId).execute();
}
