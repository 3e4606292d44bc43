import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { mayHoldReset, refuseTakeover } from '../access/refuse-takeover.ts';
import { hashToken } from '../access/token-hash.ts';
import type { AnonymousChange, Change } from '../change.ts';
import type { Context } from '../context.ts';
import type { OrganizationId, UserId } from '../contract/branded-ids.ts';
import type { Tables } from '../database/tables.ts';
import { conflict, forbidden } from '../errors.ts';
import { recordActivity } from '../events/activity.ts';
import { userEntity } from '../events/activity-entities.ts';
import { findUserOf, type Person } from '../people/people-store.ts';
import { requireAdministeredOrganization } from '../places/organizations-store.ts';
import { endPasswordResetsOf, insertPasswordReset, resetLifeMs } from '../tokens/password-resets-store.ts';
import { countLink } from './count-link.ts';

/** Whose password is to be chosen anew, and by the administrators of which organization. */
export interface AskedReset {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
}

declare const counted: unique symbol;

/** A link that may be made for somebody, from `preparePasswordReset` alone: who makes one asks for it. */
export type CountedReset = AskedReset & { readonly [counted]: true };

/** A link that nobody has yet. */
export interface UnsentReset {
  /** What it ends with, stored nowhere. */
  readonly token: string;
  readonly expiresAt: number;
  readonly person: Pick<Person, 'handle' | 'email'>;
  /** Name of the person's organization. */
  readonly organization: string | null;
}

/**
 * Checks what is asked for and counts the links that were asked for, ahead of the change that makes another.
 * @throws ApiError 403, 404, 409, 429
 */
export async function preparePasswordReset(
  context: Context,
  caller: Caller,
  asked: AskedReset,
): Promise<CountedReset> {
  const { person } = await findResettable(context.database, { context, by: caller }, asked);
  await countLink(context, { email: person.email, ipAddress: caller.ipAddress });
  return asked as CountedReset;
}

/**
 * Makes a link by which a person chooses another password, in place of those before. Without a mail server it is for
 * the administrator to hand on, where signing in as that person gives them nothing that they have not already.
 *
 * @throws ApiError 403, 404, 409
 */
export async function createPasswordReset(change: Change, asked: CountedReset): Promise<UnsentReset> {
  const { transaction, by, context } = change;
  const { organization, person } = await findResettable(transaction, change, asked);
  await endPasswordResetsOf(transaction, person.id);
  const shownTo = context.mailer.isOn ? null : by.user.id;
  const link = await storeReset(change, { userId: person.id, shownTo });
  await recordActivity(change, {
    type: 'org_user_password_reset_create',
    entity: userEntity(person),
    organizationId: organization.id,
  });
  return { ...link, person, organization: organization.name };
}

async function findResettable(
  database: Kysely<Tables>,
  { context, by }: Pick<Change, 'context' | 'by'>,
  { organizationId, userId }: AskedReset,
) {
  const organization = await requireAdministeredOrganization(database, by, organizationId);
  const person = await findUserOf(database, organization.id, userId);
  if (!isOpenedByPassword(context, person))
    throw conflict('Passwords open no accounts here: people sign in by single sign-on.');
  if (!context.mailer.isOn && !(await mayHoldReset(database, by.user, person))) {
    await refuseTakeover(database, by.user, person);
    throw forbidden(
      'The password of an administrator of the installation is changed by `npx vitrine user update`.',
    );
  }
  return { organization, person };
}

/** Where people sign in elsewhere only, a password opens no account but those of administrators of the installation. */
export const isOpenedByPassword = (
  { config }: Pick<Context, 'config'>,
  { installationAdmin }: Pick<Person, 'installationAdmin'>,
): boolean => installationAdmin === 1 || !config.oidcOnly;

/** Stores what the link of a person ends with. */
export async function storeReset(
  { transaction, at, context }: AnonymousChange,
  { userId, shownTo }: { readonly userId: UserId; readonly shownTo: UserId | null },
): Promise<Pick<UnsentReset, 'token' | 'expiresAt'>> {
  const token = context.ids.secret();
  const expiresAt = at + resetLifeMs;
  const reset = { hash: hashToken(token), userId, shownTo, createdAt: at, expiresAt };
  await insertPasswordReset(transaction, reset);
  return { token, expiresAt };
}
