import type { Kysely } from 'kysely';
import type { UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';

/** What becomes of this room's rows when a person is removed, by the column that names them; `removePerson` composes it. */
export const ofRemovedPerson = {
  'tokens.user_id': (transaction: Kysely<Tables>, id: UserId) =>
    transaction.deleteFrom('tokens').where('user_id', '=', id).execute(),
  'sessions.user_id': (transaction: Kysely<Tables>, id: UserId) =>
    transaction.deleteFrom('sessions').where('user_id', '=', id).execute(),
  'password_resets.user_id': (transaction: Kysely<Tables>, id: UserId) =>
    transaction.deleteFrom('password_resets').where('user_id', '=', id).execute(),
  'password_resets.shown_to': (transaction: Kysely<Tables>, id: UserId) =>
    transaction.deleteFrom('password_resets').where('shown_to', '=', id).execute(),
  'invitations.inviter_id': (transaction: Kysely<Tables>, id: UserId) =>
    transaction.deleteFrom('invitations').where('inviter_id', '=', id).execute(),
};
