import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, call } from '../../api/call.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { Facts } from '../../parts/facts.tsx';
import { LinkButton } from '../../parts/link-button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Moment } from '../../parts/times.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { bytesText } from './bytes-text.ts';
import { choreWords } from './chore-words.ts';
import { ServerAdministrators } from './server-administrators.tsx';

type State = Answer<'GET /workspace/v1/installation'>;

const stateQuery = {
  queryKey: ['installation'],
  queryFn: () => call('GET /workspace/v1/installation'),
  refetchInterval: 10_000,
} as const;

/** How the server does: health, what it holds, what it works at. */
export const ServerPage = () => (
  <Page title="This server" isWide>
    <ServerAdministrators>
      <Overview />
    </ServerAdministrators>
  </Page>
);

function Overview() {
  const { data: state, error } = useQuery(stateQuery);
  const problem = error !== null && <Notice kind="wrong">{sentenceOf(error)}</Notice>;
  if (state === undefined) return problem || <Waiting />;
  return (
    <>
      {problem}
      <Health state={state} />
      <Holdings state={state} />
      <FailingWebhooks webhooks={state.failing_webhooks} />
      <Section title="Chores" lead="What comes round by itself every hour.">
        <Table name="Chores" columns={choreColumns} rows={state.chores} keyOf={({ name }) => name} />
      </Section>
    </>
  );
}

function Health({ state }: { state: State }) {
  const { version, ready, not_ready_because, database, test_mode, processes } = state;
  return (
    <Section title="Health">
      <Facts
        facts={[
          ['State', ready ? 'Takes requests' : (not_ready_because ?? 'Takes no requests')],
          ['Version', version],
          ['Database', database === 'sqlite' ? 'SQLite, embedded' : 'PostgreSQL'],
          ...(test_mode ? [['Mode', 'For tests'] as const] : []),
          ['Pictures waiting', String(state.renders_waiting)],
          ['Deliveries waiting', String(state.deliveries_waiting)],
          ...processes.map(({ name, roles, version: its }) => [name, `${its}, ${roles}`] as const),
        ]}
      />
    </Section>
  );
}

function Holdings({ state: { counts, storage } }: { state: State }) {
  return (
    <Section title="Storage" action={<LinkButton to="/files">All teams</LinkButton>}>
      <Facts
        facts={[
          ['Free on the disk', `${bytesText(storage.free_bytes)} of ${bytesText(storage.disk_bytes)}`],
          ['Database', bytesText(storage.database_bytes)],
          ...(storage.bucket_bytes > 0 ? [['Bucket', bytesText(storage.bucket_bytes)] as const] : []),
          ['Image fills', bytesText(storage.image_fills_bytes)],
          ['Fonts', bytesText(storage.fonts_bytes)],
          ['Organizations', counts.organizations.toLocaleString()],
          ['People', counts.people.toLocaleString()],
          ['Teams', counts.teams.toLocaleString()],
          ['Projects', counts.projects.toLocaleString()],
          ['Files and branches', counts.files.toLocaleString()],
          ['Versions', counts.versions.toLocaleString()],
          ['Webhooks', counts.webhooks.toLocaleString()],
        ]}
      />
    </Section>
  );
}

const webhookColumns: readonly Column<State['failing_webhooks'][number]>[] = [
  { name: 'Endpoint', cell: ({ id, endpoint }) => <Link to={`/developers/webhooks/${id}`}>{endpoint}</Link> },
  { name: 'Team', cell: ({ team_name }) => team_name },
  { name: 'Given up', cell: ({ failed }) => String(failed) },
  { name: 'Last', cell: ({ failed_at }) => <Moment at={failed_at} /> },
];

const FailingWebhooks = ({ webhooks }: { webhooks: State['failing_webhooks'] }) => (
  <Section title="Failing webhooks" lead="Those of which deliveries were given up within a day.">
    {webhooks.length === 0 ? (
      <Empty>All webhooks accept what they are sent.</Empty>
    ) : (
      <Table name="Failing webhooks" columns={webhookColumns} rows={webhooks} keyOf={({ id }) => id} />
    )}
  </Section>
);

const choreColumns: readonly Column<State['chores'][number]>[] = [
  { name: 'What it does', cell: ({ name }) => choreWords(name) },
  { name: 'State', cell: ({ running }) => (running ? 'Under way' : 'Waits for its time') },
  {
    name: 'Last done',
    cell: ({ ended_at }) => (ended_at === null ? 'Not yet' : <Moment at={ended_at} />),
  },
  {
    name: 'Last failed',
    cell: ({ failed_at }) => (failed_at === null ? 'Never' : <Moment at={failed_at} />),
  },
  { name: 'Next', cell: ({ next_at }) => <Moment at={next_at} /> },
];
