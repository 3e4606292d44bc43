import type { Kysely } from 'kysely';
import type { UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** What becomes of this room's rows when a person is removed, by the column that names them; `removePerson` composes it. */
export const ofRemovedPerson = {
  'payments.user_id': (transaction: Kysely<Tables>, id: UserId) =>
    transaction.deleteFrom('payments').where('user_id', '=', id).execute(),
  'resources.owner_id': (transaction: Kysely<Tables>, id: UserId) =>
    transaction.updateTable('resources').set({ owner_id: null }).where('owner_id', '=', id).execute(),
};
