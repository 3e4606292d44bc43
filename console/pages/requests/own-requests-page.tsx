import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../api/call.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { planNames, seatNames } from '../../api/role-names.ts';
import { Button } from '../../parts/button.tsx';
import { LinkButton } from '../../parts/link-button.tsx';
import { NextPage } from '../../parts/next-page.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { CallTable } from './call-table.tsx';

/** What one's own tokens called, and how often they may. */
export const OwnRequestsPage = () => (
  <Page title="Requests" lead="What your tokens, and apps for you, ask of the interface." isWide>
    <Limits />
    <Log />
  </Page>
);

type Limit = Answer<'GET /workspace/v1/me/limits'>['limits'][number];

const limitsQuery = {
  queryKey: ['own-limits'],
  queryFn: () => call('GET /workspace/v1/me/limits'),
  refetchInterval: 5_000,
} as const;

const tierNames = {
  tier1: 'Tier 1: files, layers, images',
  tier2: 'Tier 2: image fills, comments, projects, variables, webhooks',
  tier3: 'Tier 3: metadata, logs, payments, changes of variables',
} as const;

const limitColumns: readonly Column<Limit>[] = [
  { name: 'Calls', cell: ({ tier }) => tierNames[tier] },
  {
    name: 'Used now',
    cell: ({ limit, used }) =>
      limit === null || used === null ? (
        '–'
      ) : (
        <meter min={0} max={limit.most} value={used} aria-label={`${used} of ${limit.most} used`} />
      ),
  },
  {
    name: 'Limit',
    cell: ({ limit, used }) => (limit === null ? 'None' : `${used ?? 0} of ${limit.most} a ${limit.period}`),
  },
];

function Limits() {
  const { data, error } = useQuery(limitsQuery);
  return (
    <Section
      title="Limits"
      lead={
        data &&
        `Of your ${seatNames[data.seat].toLowerCase()} on the plan ${planNames[data.plan]}. Calls by these pages do not count.`
      }
    >
      {error !== null && <Notice kind="wrong">{sentenceOf(error)}</Notice>}
      {data === undefined && error === null && <Waiting />}
      {data !== undefined && (
        <Table name="Limits" columns={limitColumns} rows={data.limits} keyOf={({ tier }) => tier} />
      )}
    </Section>
  );
}

const logQuery = {
  queryKey: ['own-requests'] as const,
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor }: { pageParam: string | undefined }) =>
    call('GET /workspace/v1/me/requests', {
      query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) },
    }),
  getNextPageParam: ({ cursor }: { cursor: string | null }) => cursor ?? undefined,
};

function Log() {
  const log = useInfiniteQuery(logQuery);
  const calls = log.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section
      title="Requests of the last 30 days"
      action={<Button onPress={() => void log.refetch()}>Look again</Button>}
    >
      {log.isError && <Notice kind="wrong">{sentenceOf(log.error)}</Notice>}
      {log.isPending && <Waiting />}
      {log.isSuccess && calls.length === 0 && (
        <Empty
          action={<LinkButton to="/settings/security/new-token">Create a token</LinkButton>}
          command="npx vitrine token create --name NAME --scopes LIST"
        >
          Nothing has been asked for with your tokens yet.
        </Empty>
      )}
      {calls.length > 0 && <CallTable calls={calls} />}
      <NextPage of={log} words="Show older" />
    </Section>
  );
}
