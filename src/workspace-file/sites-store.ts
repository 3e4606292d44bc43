import type { WorkspaceFileSite } from '../contract/contract.ts';
import type { Applying } from './applying.ts';
import { requireFile, upsert } from './row-store.ts';

export async function applySite(
  { change: { transaction, context }, report }: Applying,
  entry: WorkspaceFileSite,
): Promise<void> {
  const present = await transaction
    .selectFrom('sites')
    .select('id')
    .where(entry.id === undefined ? 'url_path' : 'id', '=', entry.id ?? entry.url_path)
    .executeTakeFirst();
  const id = entry.id ?? present?.id ?? context.ids.fileKey();
  await requireFile(transaction, entry.file, `The site "${entry.name}"`);
  await upsert(
    transaction,
    'sites',
    {
      kind: 'site',
      id,
      key: { id },
      values: {
        name: entry.name,
        url_path: entry.url_path,
        file_key: entry.file,
        public: entry.public === true ? 1 : 0,
      },
    },
    report,
  );
}
