import { type AcceptedPassword, acceptedAnyway } from '../access/accepted-password.ts';
import { isSameEmail } from '../access/email-address.ts';
import type { AnonymousChange } from '../change.ts';
import type { Context } from '../context.ts';
import type { UserId } from '../contract/branded-ids.ts';
import { forbidden } from '../errors.ts';
import { type Admission, admitAccount, admitPerson } from '../people/admit-person.ts';
import { findAccount } from '../people/people-store.ts';
import type { OpenInvitation } from '../tokens/invitations-store.ts';

/** How who was invited joins: with a new account, or with one that they have. */
export type Joining = (
  change: AnonymousChange,
  invitation: OpenInvitation,
  admission: Admission,
) => Promise<{ readonly id: UserId }>;

/** @throws ApiError 403 where people sign in elsewhere only */
export function refuseOwnPassword({ singleSignOn }: Pick<Context, 'singleSignOn'>): void {
  if (singleSignOn?.settings.isOnly)
    throw forbidden('Passwords open no accounts here. Sign in by single sign-on.');
}

/**
 * Joins with a new account, of the organization of the invitation alone.
 * @throws ApiError 400, 403, 409
 */
export const joinAnew =
  ({ handle, password }: { readonly handle: string; readonly password: AcceptedPassword }): Joining =>
  async (change, { email, role, seat, organizationId }, admission) => {
    refuseOwnPassword(change.context);
    return admitPerson(change, { handle, email, password, role, seat, organizationId }, admission);
  };

/**
 * Joins as who is signed in, if the address is theirs. An account is of one organization: one that is of another
 * stays there as it is, and the person gets a second one that the same password opens.
 * @throws ApiError 403, 409
 */
export const joinAs =
  (userId: UserId): Joining =>
  async (change, { role, seat, organizationId, ...invitation }, admission) => {
    const account = await findAccount(change.transaction, userId);
    if (!isSameEmail(account.email, invitation.email))
      throw forbidden('This invitation is for another e-mail address than yours.');
    const place = { role, seat, organizationId };
    if (account.organizationId === null && account.installationAdmin === 0)
      return admitAccount(change, account, place, admission);
    if (change.context.singleSignOn?.settings.isOnly)
      throw forbidden('Single sign-on opens one account for you, and it is of another organization.');
    const { handle, email, imgUrl, passwordHash } = account;
    const password =
      passwordHash === null ? undefined : acceptedAnyway(passwordHash, 'They have it already.');
    return admitPerson(change, { handle, email, imgUrl, password, ...place }, admission);
  };
