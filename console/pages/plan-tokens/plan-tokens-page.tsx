import { useSuspenseQuery } from '@tanstack/react-query';
import { LinkButton } from '../../parts/link-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { dayOrNever } from '../../parts/times.tsx';
import { AdministratorsOnly } from '../organization/administrators-only.tsx';
import { nameOf } from '../people/colleague.ts';
import { type Person, peopleQuery } from '../people/people-queries.ts';
import { RevokeToken, Scopes } from '../security/token-table.tsx';
import { type PlanToken, planTokensQuery, revokePlanToken } from './plan-token-queries.ts';

/** The tokens that stand for the organization. */
export const PlanTokensPage = () => (
  <Page title="Plan tokens" isWide>
    <AdministratorsOnly>
      <PlanTokens />
    </AdministratorsOnly>
  </Page>
);

const columnsFor = (people: readonly Person[]): readonly Column<PlanToken>[] => [
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Scopes', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
  { name: 'Issued by', cell: ({ issued_by }) => nameOf(people, issued_by) },
  { name: 'Expires', cell: ({ ended, expires_at }) => (ended ? 'Ended' : dayOrNever(expires_at)) },
  { name: 'Last used', cell: ({ last_used_at }) => dayOrNever(last_used_at) },
  {
    name: 'Actions',
    isUnseen: true,
    cell: (token) => <RevokeToken name={token.name} revoke={() => revokePlanToken(token.id)} />,
  },
];

function PlanTokens() {
  const { tokens } = useSuspenseQuery(planTokensQuery).data;
  const { users } = useSuspenseQuery(peopleQuery).data;
  return (
    <Section
      title="Plan access tokens"
      lead="They are confined to the organization, and end when whoever issued them no longer administers it."
      action={<LinkButton to="/settings/organization/tokens/new-token">New token</LinkButton>}
    >
      {tokens.length === 0 ? (
        <Empty
          action={<LinkButton to="/settings/organization/tokens/new-token">Create a token</LinkButton>}
          command="npx vitrine token create --plan --name NAME --scopes LIST"
        >
          The organization has no tokens. Create one for each tool that reads its logs.
        </Empty>
      ) : (
        <Table name="Plan access tokens" columns={columnsFor(users)} rows={tokens} keyOf={({ id }) => id} />
      )}
    </Section>
  );
}
