import { hashToken } from '../access/token-hash.ts';
import type { Context } from '../context.ts';
import { passwordResetMail } from '../mail/mails.ts';
import { insertPasswordReset, resetLifeMs } from '../tokens/password-resets-store.ts';
import { type PersonWithEmail, peopleWithEmail } from './accounts-of-email-store.ts';

/** Sends each account of an address a link of its own, to the address as it is stored and not as it was typed. */
export async function mailResets(context: Context, email: string): Promise<void> {
  const people = await peopleWithEmail(context.database, email);
  for (const person of people) {
    if (person.installation_admin === 1 || !context.config.oidcOnly) await mailReset(context, person);
  }
}

async function mailReset(
  { database, ids, clock, addresses, mailer }: Context,
  person: PersonWithEmail,
): Promise<void> {
  const token = ids.secret();
  const now = clock.now();
  await insertPasswordReset(database, {
    hash: hashToken(token),
    user_id: person.id,
    shown_to: null,
    created_at: now,
    expires_at: now + resetLifeMs,
  });
  const link = `${addresses.web}/reset-password/${token}`;
  await mailer.send(passwordResetMail(person.email, { ...person, link }));
}
