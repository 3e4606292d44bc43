import { useInfiniteQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../api/refusals.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { NextPage } from '../../parts/next-page.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Moment } from '../../parts/times.tsx';
import { type Delivery, deliveriesQuery, resend, resendFailed } from './webhook-queries.ts';

const states = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed', dropped: 'Not sent' } as const;

const columnsFor = (webhook: string): readonly Column<Delivery>[] => [
  { name: 'Event', cell: ({ event_type }) => <code>{event_type}</code> },
  { name: 'State', cell: ({ state }) => <span className={`state-${state}`}>{states[state]}</span> },
  { name: 'Attempts', cell: ({ attempts }) => String(attempts) },
  { name: 'Last answer', cell: ({ last_status, last_error }) => last_error ?? last_status ?? '–' },
  { name: 'When', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    name: 'Actions',
    isUnseen: true,
    cell: ({ id, state, event_type }) =>
      (state === 'delivered' || state === 'failed') && (
        <ActionButton
          words="Resend"
          label={`Resend ${event_type} ${id}`}
          kind="plain"
          action={() => resend(webhook, id)}
        />
      ),
  },
];

/** What the webhook was sent in the last week, and what waits. */
export function Deliveries({ webhook }: { webhook: string }) {
  const list = useInfiniteQuery(deliveriesQuery(webhook));
  const { data, error } = list;
  const deliveries = data?.pages.flat() ?? [];
  const isFailing = deliveries.some(({ state }) => state === 'failed');
  return (
    <Section
      title="Deliveries"
      lead="What it was sent in the last week, and what waits to be sent again."
      action={isFailing && <ActionButton words="Resend all failed" action={() => resendFailed(webhook)} />}
    >
      {error !== null && <Notice kind="wrong">{sentenceOf(error)}</Notice>}
      {data !== undefined && deliveries.length === 0 && <Empty>Nothing was sent yet.</Empty>}
      {deliveries.length > 0 && (
        <Table name="Deliveries" columns={columnsFor(webhook)} rows={deliveries} keyOf={({ id }) => id} />
      )}
      <NextPage of={list} words="Show older" />
    </Section>
  );
}
