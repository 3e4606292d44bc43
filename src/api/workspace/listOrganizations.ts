import { nextPage } from '../../access/paged-list.ts';
import type { Handler } from '../../operation.ts';
import { pageOfOrganizations } from '../../places/organizations-store.ts';
import { organizationRecord } from './organization-record.ts';

/** The organizations of the installation, for who administers it. */
export const listOrganizations: Handler<'listOrganizations'> = async ({ caller, query }, { database }) => {
  const { rows, ...page } = await pageOfOrganizations(database, caller, query);
  const organizations = rows.map((organization) => {
    const { people, teams } = organization;
    return { ...organizationRecord(organization), people, teams };
  });
  return { json: { organizations, ...nextPage(page) } };
};
