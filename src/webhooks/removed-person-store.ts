import type { Kysely } from 'kysely';
import type { UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** What becomes of this room's rows when a person is removed, by the column that names them; `removePerson` composes it. */
export const ofRemovedPerson = {
  'webhooks.creator_id': (transaction: Kysely<Tables>, id: UserId) =>
    transaction
      .updateTable('webhooks')
      .set({ creator_id: null, app_id: null, plan_of: null })
      .where('creator_id', '=', id)
      .execute(),
};
