import type { Kysely } from 'kysely';
import { emailKey } from '../access/email-address.ts';
import type { OrganizationId, UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { conflict } from '../errors.ts';

/**
 * Two people of an organization do not share an e-mail address, however it is written.
 * @throws ApiError 409
 */
export async function refuseTakenEmail(
  transaction: Kysely<Tables>,
  organizationId: OrganizationId,
  email: string,
  exceptId?: UserId,
): Promise<void> {
  if (await isEmailTaken(transaction, organizationId, email, exceptId)) {
    throw conflict(`The e-mail address ${email} is another person's of this organization.`);
  }
}

export async function isEmailTaken(
  database: Kysely<Tables>,
  organizationId: OrganizationId,
  email: string,
  exceptId?: UserId,
): Promise<boolean> {
  const holders = await database
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where((term) => term(term.fn<string>('lower', ['email']), '=', emailKey(email)))
    .execute();
  return holders.some(({ id }) => id !== exceptId);
}
