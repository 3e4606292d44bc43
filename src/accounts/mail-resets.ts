import { inAnonymousChange } from '../change.ts';
import type { Context } from '../context.ts';
import { passwordResetMail } from '../mail/mails.ts';
import { type PersonWithEmail, peopleWithEmail } from './accounts-of-email-store.ts';
import type { CountedAddress } from './count-link.ts';
import { isOpenedByPassword, storeReset, type UnsentReset } from './create-password-reset.ts';

/** Sends each account of an address a link of its own, to the address as it is stored and not as it was typed. */
export async function mailResets(context: Context, email: CountedAddress): Promise<void> {
  const people = await peopleWithEmail(context.database, email);
  for (const person of people) if (isOpenedByPassword(context, person)) await mailOwnReset(context, person);
}

async function mailOwnReset(context: Context, person: PersonWithEmail): Promise<void> {
  const { id: userId, organization } = person;
  const link = await inAnonymousChange(context, (change) => storeReset(change, { userId, shownTo: null }));
  await mailReset(context, { ...link, person, organization });
}

/**
 * Sends a link, and answers what became of it. Without a mail server it is in the answer, for the administrator to
 * hand on.
 */
export async function mailReset(
  { addresses, mailer }: Context,
  { token, person: { handle, email }, organization }: UnsentReset,
): Promise<{ readonly delivery: 'shown' | 'mailed' | 'failed'; readonly link?: string }> {
  const link = `${addresses.web}/reset-password/${token}`;
  if (!mailer.isOn) return { delivery: 'shown', link };
  const isSent = await mailer.send(passwordResetMail(email, { handle, organization, link }));
  return { delivery: isSent ? 'mailed' : 'failed' };
}
