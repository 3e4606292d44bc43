import type { Kysely } from 'kysely';
import { findApp } from '../access/app-store.ts';
import { hashPassword, verifyPassword } from '../access/password.ts';
import type { Tables } from '../database/tables.ts';

/** Somebody's account, by the name of its organization. */
export interface Account {
  readonly id: string;
  readonly organization: string;
  /** What the password was compared with. */
  readonly passwordHash: string;
}

/** An address may be that of several people's accounts, in as many organizations; more are not tried. */
const mostAccounts = 8;
/** Compared with where there is no account, so that the answer takes as long. */
let nobodysHash: Promise<string> | undefined;

/**
 * The accounts that an e-mail address and a password open, newest first. On the way to an app that is not open
 * to everybody only those count that are of its organization, where there is such a one. Where people sign in
 * elsewhere only, a password opens no account but those of administrators of the installation.
 */
export async function provenAccounts(
  database: Kysely<Tables>,
  { email, password, next }: { email: string; password: string; next: string | undefined },
  onlyAdministrators = false,
): Promise<Account[]> {
  const accounts = await accountsOf(database, email);
  const found = accounts.filter(({ installation_admin }) => installation_admin === 1 || !onlyAdministrators);
  const organizationId = found.length > 1 ? await organizationAskedFor(database, next) : undefined;
  const inPlace = found.filter((account) => account.organization_id === organizationId);
  const tried = (inPlace.length > 0 ? inPlace : found).slice(0, mostAccounts);
  nobodysHash ??= hashPassword('nobody');
  if (tried.length === 0) await verifyPassword(password, await nobodysHash);
  const proven: Account[] = [];
  for (const account of tried) {
    const passwordHash = account.password_hash ?? '';
    if (await verifyPassword(password, passwordHash))
      proven.push({ id: account.id, organization: account.organization ?? 'No organization', passwordHash });
  }
  return proven;
}

function accountsOf(database: Kysely<Tables>, email: string) {
  return database
    .selectFrom('users')
    .leftJoin('organizations', 'organizations.id', 'users.organization_id')
    .select([
      'users.id',
      'users.password_hash',
      'users.organization_id',
      'users.installation_admin',
      'organizations.name as organization',
    ])
    .where((term) => term(term.fn<string>('lower', ['users.email']), '=', email.trim().toLowerCase()))
    .where('users.password_hash', 'is not', null)
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id')
    .execute();
}

async function organizationAskedFor(
  database: Kysely<Tables>,
  next: string | undefined,
): Promise<string | undefined> {
  const clientId = URL.parse(next ?? '', 'https://here.invalid')?.searchParams.get('client_id');
  const app = clientId === null || clientId === undefined ? undefined : await findApp(database, clientId);
  return app === undefined || app.state === 'public' ? undefined : app.organizationId;
}
