import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LinkButton } from '../../parts/link-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Day } from '../../parts/times.tsx';
import { Logo, StateMark } from './app-mark.tsx';
import { appsQuery, type ListedApp } from './app-queries.ts';

const columns: readonly Column<ListedApp>[] = [
  { name: 'App', cell: (app) => <AppName app={app} /> },
  { name: 'State', cell: (app) => <StateMark app={app} /> },
  { name: 'Belongs to', cell: ({ team_name, organization_name }) => team_name ?? organization_name ?? '–' },
  { name: 'Made', cell: ({ created_at }) => <Day at={created_at} /> },
];

/** The apps that the person configures. */
export function AppsPage() {
  const { apps } = useSuspenseQuery(appsQuery).data;
  return (
    <Page title="Apps" isWide>
      <Section
        label="Apps"
        lead="An app acts for people who allow it, within its scopes. Here are those that you made or administer."
        action={<LinkButton to="/developers/apps/new">New app</LinkButton>}
      >
        {apps.length === 0 ? (
          <Empty
            action={<LinkButton to="/developers/apps/new">Create an app</LinkButton>}
            command="npx vitrine app create --name NAME --team ID"
          >
            There are no apps yet. Create one for a tool that signs people in and acts for them.
          </Empty>
        ) : (
          <div className="apps">
            <Table name="Apps" columns={columns} rows={apps} keyOf={({ client_id }) => client_id} />
          </div>
        )}
      </Section>
    </Page>
  );
}

const AppName = ({ app }: { app: ListedApp }) => (
  <span className="app-name">
    <Logo {...app} />
    <Link to={`/developers/apps/${encodeURIComponent(app.client_id)}`}>{app.name}</Link>
  </span>
);
