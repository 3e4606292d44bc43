import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { badRequest } from '../errors.ts';

/**
 * Holds what files use of libraries, as a backup brought it, to what the writers ask.
 * @throws ApiError 400
 */
export async function refuseUnfitLibraries(transaction: Kysely<Tables>): Promise<void> {
  const branch = await transaction
    .selectFrom('library_publishes')
    .innerJoin('files', 'files.key', 'library_publishes.file_key')
    .select('files.key')
    .where('files.main_file_key', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (branch !== undefined) throw badRequest(`The branch "${branch.key}" was published as a library.`);
  const uses = transaction.selectFrom('library_subscriptions').select(['file_key', 'library_key']).limit(1);
  const own = await uses.whereRef('file_key', '=', 'library_key').executeTakeFirst();
  if (own !== undefined) throw badRequest(`The file "${own.file_key}" uses itself as a library.`);
  const unpublished = await uses
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('library_publishes')
            .select('id')
            .whereRef('library_publishes.file_key', '=', 'library_subscriptions.library_key'),
        ),
      ),
    )
    .executeTakeFirst();
  if (unpublished !== undefined)
    throw badRequest(
      `The file "${unpublished.file_key}" uses "${unpublished.library_key}", which was not published.`,
    );
}
