import type { WorkspaceUser } from '../../contract/contract.ts';
import type { Person } from '../../people/people-store.ts';

/** A person as our own operations show them. */
export const userRecord = ({
  id,
  handle,
  email,
  imgUrl,
  organizationId,
  role,
  seat,
}: Person): WorkspaceUser => ({
  id,
  handle,
  email,
  img_url: imgUrl,
  organization: organizationId,
  role,
  seat,
});
