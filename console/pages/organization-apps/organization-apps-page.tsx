import { useSuspenseQuery } from '@tanstack/react-query';
import { LongTable } from '../../parts/long-table.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import type { Column } from '../../parts/table.tsx';
import { Day } from '../../parts/times.tsx';
import { AdministratorsOnly } from '../organization/administrators-only.tsx';
import { nameOf } from '../people/colleague.ts';
import { type Person, peopleQuery } from '../people/people-queries.ts';
import { Scopes } from '../security/token-table.tsx';
import { AppApproval } from './app-approval.tsx';
import { type App, organizationAppsQuery } from './organization-apps-queries.ts';

/** The apps that people of the organization made for it. */
export const OrganizationAppsPage = () => (
  <Page title="Approved apps" isWide>
    <AdministratorsOnly>
      <OrganizationApps />
    </AdministratorsOnly>
  </Page>
);

const states = { draft: 'Draft', private: 'Private', public: 'Public' } as const;
const reviews = {
  none: '',
  pending: ', waits for its review',
  sent_back: ', sent back by its review',
} as const;

const columnsFor = (people: readonly Person[]): readonly Column<App>[] => [
  { name: 'App', cell: ({ name }) => name },
  { name: 'State', cell: ({ state, review }) => states[state] + reviews[review] },
  { name: 'Made by', cell: ({ creator }) => nameOf(people, creator) },
  { name: 'Since', cell: ({ created_at }) => <Day at={created_at} /> },
  { name: 'Asks for', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
  { name: 'Lists of projects', cell: (app) => <AppApproval app={app} /> },
];

function OrganizationApps() {
  const apps = useSuspenseQuery(organizationAppsQuery).data;
  const { users } = useSuspenseQuery(peopleQuery).data;
  return (
    <Section
      label="Approved apps"
      lead="Apps of the organization and of its teams. Where the server asks for it, you approve which of them may list projects and folders."
    >
      {apps.length === 0 ? (
        <Empty>Nobody has made an app for the organization yet.</Empty>
      ) : (
        <LongTable
          name="Apps"
          columns={columnsFor(users)}
          rows={apps}
          keyOf={({ client_id }) => client_id}
          textOf={({ name, creator }) => `${name} ${nameOf(users, creator)}`.toLowerCase()}
        />
      )}
    </Section>
  );
}
