import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/refusals.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Chooser } from '../../parts/chooser.tsx';
import { NextPage } from '../../parts/next-page.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { Moment } from '../../parts/times.tsx';
import { AdministratorsOnly } from '../organization/administrators-only.tsx';
import { type Activity, activityQuery, allActivity } from './activity-query.ts';
import { saveAsCsv } from './save-as-csv.ts';
import { eventChoices, nameOf, subjectOf, wordsOf } from './words-of-activity.ts';

/** What was changed in the organization, by whom and from where. */
export const ActivityPage = () => (
  <Page title="Activity" lead="What was changed in the organization, newest first." isWide>
    <AdministratorsOnly>
      <ActivityLog />
    </AdministratorsOnly>
  </Page>
);

const columns: readonly Column<Activity>[] = [
  { name: 'What', cell: (activity) => wordsOf(activity) },
  { name: 'Who', cell: ({ actor }) => nameOf(actor) },
  { name: 'Of what', cell: (activity) => subjectOf(activity) },
  { name: 'From', cell: ({ context }) => context.ip_address },
  { name: 'When', cell: ({ timestamp }) => <Moment at={new Date(timestamp * 1000).toISOString()} /> },
];

function ActivityLog() {
  const [events, setEvents] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const filters = { events, from, to };
  const log = useInfiniteQuery(activityQuery(filters));
  const rows = log.data?.pages.flatMap(({ activity_logs }) => activity_logs) ?? [];
  return (
    <Section
      label="Activity"
      action={
        rows.length > 0 && (
          <ActionButton words="Save as CSV" action={async () => saveAsCsv(await allActivity(filters))} />
        )
      }
    >
      <div className="filters">
        <Chooser
          label="Events"
          hint="All, or one kind"
          choices={eventChoices}
          value={events}
          onChange={setEvents}
        />
        <TextField label="From" name="from" type="date" hint="Day in UTC" value={from} onChange={setFrom} />
        <TextField label="To" name="to" type="date" hint="Day in UTC" value={to} onChange={setTo} />
      </div>
      {log.isError && <Notice kind="wrong">{sentenceOf(log.error)}</Notice>}
      {log.isSuccess && rows.length === 0 && (
        <Empty>
          {`${events}${from}${to}` === '' ? 'Nothing was changed yet.' : 'No such event was recorded.'}
        </Empty>
      )}
      {rows.length > 0 && (
        <Table name="Activity" columns={columns} rows={rows} keyOf={({ id }) => String(id)} />
      )}
      <NextPage of={log} words="Show older" />
    </Section>
  );
}
