import { queries } from '../../api/queries.ts';
import { type Session, sessionQuery } from '../../api/session.ts';

/** Whether the person administers the organization that they are of. */
export const administersOwn = ({ user, administers_installation }: Session): boolean =>
  user.organization !== null && (user.role === 'admin' || administers_installation);

/** Fetches what a page for administrators shows; for others nothing, they would be refused. */
export const forAdministrators = (needed: () => readonly Promise<unknown>[]) => async (): Promise<void> => {
  if (administersOwn(await queries.ensureQueryData(sessionQuery))) await Promise.all(needed());
};

/** The organization of who is signed in; people without one are shown nothing that needs it. */
export async function ownOrganization(): Promise<{ organization_id: string }> {
  const { organization } = (await queries.ensureQueryData(sessionQuery)).user;
  return { organization_id: organization ?? '' };
}
