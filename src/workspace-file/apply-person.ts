import type { Kysely } from 'kysely';
import { acceptedAnyway } from '../access/accepted-password.ts';
import { uncounted } from '../access/caps.ts';
import type { Context } from '../context.ts';
import { organizationIdOf, type UserId, userIdOf } from '../contract/branded-ids.ts';
import type { WorkspaceFileUser } from '../contract/contract.ts';
import type { Tables } from '../database/tables.ts';
import { changePerson } from '../people/change-person.ts';
import { createPerson } from '../people/create-person.ts';
import { findNamedPerson } from '../people/people-store.ts';
import { type Applying, bring, brought } from './applying.ts';
import { requireRow } from './named-things-store.ts';

/** The stored forms of passwords that entries name. */
export type PasswordHashes = ReadonlyMap<WorkspaceFileUser, string>;

const whyAnyPassword = 'A workspace file says its passwords itself, also short ones.';

/** What a workspace file's passwords wait as: one after the other. */
const here = 'a workspace file';

/** Made before the transaction, since each takes a while. A password that is stored already keeps its form. */
export async function hashPasswords(
  { database, passwords }: Pick<Context, 'database' | 'passwords'>,
  users: readonly WorkspaceFileUser[],
): Promise<PasswordHashes> {
  const hashes = new Map<WorkspaceFileUser, string>();
  for (const entry of users) {
    if (entry.password !== undefined)
      hashes.set(entry, await hashOf({ database, passwords }, entry, entry.password));
  }
  return hashes;
}

async function hashOf(
  { database, passwords }: { database: Kysely<Tables>; passwords: Context['passwords'] },
  entry: WorkspaceFileUser,
  password: string,
): Promise<string> {
  const stored = (await findNamedPerson(database, namedBy(entry)))?.passwordHash ?? null;
  const [isStored] = stored === null ? [] : await passwords.fits(password, [stored], here);
  return isStored && stored ? stored : passwords.hash(password, here);
}

/** A person is there by id, or without one by e-mail address. Answers the id. */
export async function applyPerson(
  applying: Applying,
  entry: WorkspaceFileUser,
  passwords: PasswordHashes,
): Promise<UserId> {
  const { transaction, context } = applying.change;
  const title = `The user "${entry.handle}"`;
  const present = await findNamedPerson(transaction, namedBy(entry));
  const id = userIdOf(entry.id) ?? present?.id ?? userIdOf(context.ids.digits());
  await requireRow(transaction, 'organizations', entry.organization, title);
  const passwordHash = passwords.get(entry);
  const wanted = { ...wantedOf(entry), passwordHash };
  const password = passwordHash === undefined ? undefined : acceptedAnyway(passwordHash, whyAnyPassword);
  const made = {
    ...wantedOf(entry),
    id,
    organizationId: organizationIdOf(entry.organization) ?? null,
    password,
  };
  await bring(
    applying,
    { kind: 'user', id, title },
    {
      present,
      wanted,
      create: () => createPerson(applying.change, made, uncounted('peopleOfOrganization', brought)),
      change: ({ passwordHash: isOther, ...changes }, before) =>
        changePerson(applying.change, before, {
          ...changes,
          password: isOther === undefined ? undefined : password,
        }),
    },
  );
  return id;
}

const namedBy = ({ id, email }: WorkspaceFileUser) => ({ id: userIdOf(id), email });

const wantedOf = (entry: WorkspaceFileUser) => ({
  handle: entry.handle,
  email: entry.email,
  imgUrl: entry.img_url,
  organizationId: organizationIdOf(entry.organization),
  role: entry.role,
  seat: entry.seat,
  projectsAccess: entry.projects_access,
});
