import type { Kysely } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Tables } from '../../../database/tables.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { conflict } from '../../../errors.ts';
import { recordActivity } from '../../../events/activity.ts';
import { userEntity } from '../../../events/activity-entities.ts';
import type { TextAnswer } from '../../../operation.ts';
import { seeOther } from '../../../pages/page.ts';
import type { Visit } from '../../../pages/visit.ts';
import { isEmailTaken } from '../../../people/people-store.ts';
import { type OpenInvitation, openInvitation, removeInvitation } from '../../../tokens/invitations-store.ts';
import { beginSession } from '../begin-session.ts';
import { noInvitationPage } from './invitation-page.ts';

/** Who joins, once they are stored. */
interface Joined {
  readonly id: string;
  readonly handle: string;
  readonly email: string;
}

/**
 * Uses an invitation up, stores who joins by it, and signs them in. Of two who use the same link at once one
 * finds it gone.
 */
export async function takeUp(
  context: Context,
  visit: Visit,
  { token, ipAddress }: { token: string; ipAddress: string },
  store: (transaction: Kysely<Tables>, invitation: OpenInvitation) => Promise<Joined>,
): Promise<TextAnswer> {
  const cookies = await inTransaction(context.database, async (transaction) => {
    const at = context.clock.now();
    const invitation = await openInvitation(transaction, token, at);
    if (invitation === undefined || !(await removeInvitation(transaction, invitation.id))) return undefined;
    if (await isEmailTaken(transaction, invitation.organization_id, invitation.email))
      throw conflict(
        `This address is one of a person of ${invitation.organization} already. Sign in with it.`,
      );
    const user = await store(transaction, invitation);
    const by = { user, kind: 'personal', tokenName: '', ipAddress } as const;
    await recordActivity(
      { transaction, by, at, context, isTold: true },
      {
        type: 'org_user_create',
        entity: userEntity(user),
        organizationId: invitation.organization_id,
        details: { permission: invitation.role, seat: invitation.seat, invited_by: invitation.inviter_id },
      },
    );
    return beginSession(transaction, context, visit, user.id);
  });
  return cookies === undefined
    ? noInvitationPage()
    : seeOther(`${visit.basePath}/`, { 'set-cookie': cookies });
}
