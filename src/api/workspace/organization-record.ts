import type { Operations } from '../../contract/contract.ts';
import type { Organization } from '../../places/organizations-store.ts';

/** An organization as our own operations show it. */
export const organizationRecord = ({
  id,
  name,
  plan,
}: Organization): Operations['getOrganization']['answer'] => ({ id, name, plan });
