import { findAdministrator } from '../access/caller-store.ts';
import type { EarlyChange } from '../change.ts';
import { userIdOf } from '../contract/branded-ids.ts';
import { hasAdministrator } from './administrators-store.ts';
import { insertPerson } from './people-store.ts';

/**
 * The installation's administrator, made where there is none: nobody is there yet who could add them.
 * `by` is left out, since it is what this makes.
 */
export async function createAdministrator({ transaction, at, context }: Omit<EarlyChange, 'by'>): Promise<{
  user: Awaited<ReturnType<typeof findAdministrator>>;
  isNew: boolean;
}> {
  if (await hasAdministrator(transaction))
    return { user: await findAdministrator(transaction), isNew: false };
  await insertPerson(transaction, {
    id: userIdOf(context.ids.digits()),
    handle: 'Administrator',
    email: 'administrator@localhost',
    imgUrl: '',
    passwordHash: null,
    organizationId: null,
    role: 'admin',
    seat: 'full',
    installationAdmin: 1,
    projectsAccess: 'none',
    createdAt: at,
  });
  return { user: await findAdministrator(transaction), isNew: true };
}
