import type { Kysely } from 'kysely';
import type { PasswordWork } from '../access/password-work.ts';
import { findApp } from '../apps/apps-store.ts';
import { appIdOf, type OrganizationId, type UserId } from '../contract/branded-ids.ts';
import { remembered } from '../database/remembered-reads.ts';
import type { Tables } from '../database/tables.ts';
import { accountsOfEmail } from './accounts-of-email-store.ts';

/** Somebody's account, by the name of its organization. */
export interface Account {
  readonly id: UserId;
  readonly organization: string;
  /** What the password was compared with. */
  readonly passwordHash: string;
}

/** What somebody signs in with, and on the way to where. */
export interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly next: string | undefined;
  readonly ipAddress: string;
  /** The one account that may be opened; any, where it is left out. */
  readonly onlyFor?: UserId | undefined;
}

/** An address may be that of several people's accounts, in as many organizations; more are not tried. */
const mostAccounts = 8;

/**
 * The accounts that an e-mail address and a password open, newest first. On the way to an app that is not open
 * to everybody only those count that are of its organization, where there is such a one. Where people sign in
 * elsewhere only, a password opens no account but those of administrators of the installation.
 *
 * @throws ApiError 429
 */
export async function provenAccounts(
  { database, passwords }: { database: Kysely<Tables>; passwords: PasswordWork },
  { email, password, next, ipAddress, onlyFor }: SignIn,
  onlyAdministrators = false,
): Promise<Account[]> {
  const accounts = await accountsOfEmail(database, email)
    .select(['users.password_hash as passwordHash', 'users.organization_id as organizationId'])
    .where('users.password_hash', 'is not', null)
    .execute();
  const found = accounts
    .filter(({ installationAdmin }) => installationAdmin === 1 || !onlyAdministrators)
    .filter(({ id }) => onlyFor === undefined || id === onlyFor);
  const organizationId = await organizationAskedFor(database, next);
  const inPlace = found.filter((account) => account.organizationId === organizationId);
  const isChoice = organizationId !== undefined && inPlace.length > 0;
  const tried = (isChoice ? inPlace : found)
    .slice(0, mostAccounts)
    .map(({ id, organization, passwordHash }) => ({
      id,
      organization: organization ?? 'No organization',
      passwordHash: passwordHash ?? '',
    }));
  const stored = tried.map(({ passwordHash }) => passwordHash);
  const fits = await passwords.fits(
    password,
    padded(stored, (await mostTried(database)) ?? 1, passwords.nobodys),
    ipAddress,
  );
  return tried.filter((_account, index) => fits[index]);
}

/** As many comparisons for every address, so that the time says nothing of how many accounts it has. */
function padded(stored: readonly string[], count: number, nobodys: string): string[] {
  const missing = Math.max(0, count - stored.length);
  return [...stored, ...Array<string>(missing).fill(nobodys)];
}

/** How many accounts with a password the address has that has the most of them: as many are tried for any other. */
const mostTried = remembered(async (database) => {
  const row = await database
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('password_hash', 'is not', null)
    .groupBy(({ fn }) => fn<string>('lower', ['email']))
    .orderBy('count', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Math.min(Math.max(Number(row?.count ?? 0), 1), mostAccounts);
});

async function organizationAskedFor(
  database: Kysely<Tables>,
  next: string | undefined,
): Promise<OrganizationId | undefined> {
  const clientId = URL.parse(next ?? '', 'https://here.invalid')?.searchParams.get('client_id');
  const app =
    clientId === null || clientId === undefined ? undefined : await findApp(database, appIdOf(clientId));
  return app === undefined || app.state === 'public' ? undefined : app.organizationId;
}
