import { nameOr } from '../access/name-rules.ts';
import type { WritingChange } from '../change.ts';
import type { UserId } from '../contract/branded-ids.ts';
import { inHistoryAlone } from './in-history-alone.ts';
import { insertPerson, type Person } from './people-store.ts';
import { findStoredPerson } from './stored-person-store.ts';

/** Somebody who did something at an upstream. */
export interface ElsewherePerson extends Pick<Person, 'id' | 'handle' | 'imgUrl'> {}

/**
 * Has somebody of elsewhere stand in the history of files by handle and picture: they are of no organization and
 * cannot sign in. Who is there by that id stays as they are.
 */
export async function bringShadow(
  { transaction, at }: WritingChange,
  { id, handle, imgUrl }: ElsewherePerson,
): Promise<UserId> {
  if (await findStoredPerson(transaction, id)) return id;
  await insertPerson(transaction, {
    id,
    ...shownPerson({ handle, imgUrl }),
    ...inHistoryAlone,
    installationAdmin: 0,
    projectsAccess: 'none',
    createdAt: at,
  });
  return id;
}

/** How somebody is shown who is called anything at an upstream. */
export const shownPerson = ({ handle, imgUrl }: Pick<ElsewherePerson, 'handle' | 'imgUrl'>) => ({
  handle: nameOr('Somebody', handle),
  imgUrl: shownPicture(imgUrl),
});

const longestAddress = 2000;

const shownPicture = (address: string): string =>
  address.startsWith('https://') && address.length <= longestAddress && URL.canParse(address) ? address : '';
