import { useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session.ts';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/section.tsx';
import { organizationQuery } from '../account/account-queries.ts';
import { administersOwn } from './administers-organization.ts';
import { OrganizationName } from './organization-name.tsx';
import { OrganizationPlan } from './organization-plan.tsx';

/** What the organization is called, and what its plan means. */
export function OrganizationPage() {
  const session = useSuspenseQuery(sessionQuery).data;
  const organization = useSuspenseQuery(organizationQuery).data;
  return (
    <Page title="General">
      {organization === null ? (
        <Empty>You do not belong to an organization.</Empty>
      ) : (
        <>
          <OrganizationName name={organization.name} mayChange={administersOwn(session)} />
          <OrganizationPlan plan={organization.plan} mayChange={session.administers_installation} />
        </>
      )}
    </Page>
  );
}
