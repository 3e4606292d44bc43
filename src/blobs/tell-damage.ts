import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { BlobId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { filesWithBlob } from './blob-owners-store.ts';

interface Parts {
  readonly database: Kysely<Tables>;
  readonly log: Logger;
}

/** Tells the administrator which files need a blob that is missing or damaged. */
export const tellDamage =
  ({ database, log }: Parts) =>
  async (blob: BlobId): Promise<void> => {
    const files = (await filesWithBlob(database, blob).catch(() => [])).map(({ key }) => key);
    log.error({ blob, files }, 'stored bytes are lost or damaged; vitrine check names all that are');
  };
