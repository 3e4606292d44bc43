import { useSuspenseQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/call.ts';
import { seatNames } from '../../api/role-names.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { rateLimitsQuery } from './organization-queries.ts';

type SeatLimits = Answer<'GET /workspace/v1/organizations/{organization_id}/rate-limits'>['limits'][number];
type Budget = SeatLimits['tier1'];

const columns: readonly Column<SeatLimits>[] = [
  { name: 'Seat', cell: ({ seat }) => seatNames[seat] },
  { name: 'Files, nodes, images', cell: ({ tier1 }) => wordsOf(tier1) },
  { name: 'Comments, projects, webhooks', cell: ({ tier2 }) => wordsOf(tier2) },
  { name: 'Metadata, logs', cell: ({ tier3 }) => wordsOf(tier3) },
];

/** How often people may call the interface, by their seats. */
export function PlanLimits() {
  const { limits } = useSuspenseQuery(rateLimitsQuery).data;
  const isLimited = limits.some(({ tier1, tier2, tier3 }) => tier1 ?? tier2 ?? tier3);
  if (!isLimited)
    return <p className="quiet">This server does not limit how often the interface is called.</p>;
  return (
    <>
      <h3>Calls of the interface, for each person and app</h3>
      <Table name="Rate limits" columns={columns} rows={limits} keyOf={({ seat }) => seat} />
    </>
  );
}

const wordsOf = (budget: Budget): string =>
  budget === null ? 'Not limited' : `${budget.most} a ${budget.period}`;
