import type { Kysely } from 'kysely';
import type { UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** What becomes of this room's rows when a person is removed, by the column that names them; `removePerson` composes it. */
export const ofRemovedPerson = {
  'mirrors.created_by': (transaction: Kysely<Tables>, id: UserId) =>
    transaction.updateTable('mirrors').set({ created_by: null }).where('created_by', '=', id).execute(),
};
