import type { Kysely } from 'kysely';
import type { UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** What becomes of this room's rows when a person is removed, by the column that names them; `removePerson` composes it. */
export const ofRemovedPerson = {
  'app_grants.user_id': (transaction: Kysely<Tables>, id: UserId) =>
    transaction.deleteFrom('app_grants').where('user_id', '=', id).execute(),
  'authorization_codes.user_id': (transaction: Kysely<Tables>, id: UserId) =>
    transaction.deleteFrom('authorization_codes').where('user_id', '=', id).execute(),
  'apps.creator_id': (transaction: Kysely<Tables>, id: UserId) =>
    transaction.updateTable('apps').set({ creator_id: null }).where('creator_id', '=', id).execute(),
};
