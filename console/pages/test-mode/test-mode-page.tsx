import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { ServerRefusal, sentenceOf } from '../../api/refusals.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { Moment } from '../../parts/times.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { ServerAdministrators } from '../server/server-administrators.tsx';
import { Worlds } from './worlds.tsx';

/** The clock, worlds, faults and received requests of a server for tests. */
export const TestModePage = () => (
  <Page title="Test mode" lead="What a server for tests lets its tests do." isWide>
    <ServerAdministrators>
      <TestMode />
    </ServerAdministrators>
  </Page>
);

const clockQuery = { queryKey: ['test', 'clock'], queryFn: () => call('GET /test/v1/clock') } as const;

function TestMode() {
  const { data, error } = useQuery(clockQuery);
  if (error instanceof ServerRefusal && error.status === 404)
    return (
      <Empty command="npx vitrine serve --test-mode">
        This server is not in test mode: its clock is the real one. Another one for tests can be started
        beside it.
      </Empty>
    );
  if (error !== null) return <Notice kind="wrong">{sentenceOf(error)}</Notice>;
  if (data === undefined) return <Waiting />;
  return (
    <>
      <Clock now={data.now} />
      <Faults />
      <Worlds />
      <Received />
    </>
  );
}

function Clock({ now }: { now: string }) {
  const advance = async ({ advance: by = '' }: Readonly<Record<string, string>>) => {
    queries.setQueryData(
      clockQuery.queryKey,
      await call('POST /test/v1/clock', { body: { advance: by.trim() } }),
    );
  };
  return (
    <Section title="Clock">
      <p>
        It is <Moment at={now} />.
      </p>
      <Form words="Move ahead" action={advance} done="Everything that was due on the way has run.">
        <TextField label="By" name="advance" hint="As 90d, 4m50s or 250ms." isRequired autoComplete="off" />
      </Form>
    </Section>
  );
}

const numberOf = (text: string | undefined) =>
  text === undefined || text.trim() === '' ? undefined : Number(text);

function Faults() {
  const set = (values: Readonly<Record<string, string>>) => {
    const { operation = '', delay = '' } = values;
    const status = numberOf(values.status);
    const body = {
      operation: operation.trim(),
      times: numberOf(values.times) ?? 1,
      ...(status === undefined ? {} : { status }),
      ...(delay.trim() === '' ? {} : { delay: delay.trim() }),
    };
    return call('POST /test/v1/faults', { body });
  };
  return (
    <Section
      title="Faults"
      lead="The next calls of an operation fail, or wait."
      action={<ActionButton words="Take back all" action={() => call('DELETE /test/v1/faults')} />}
    >
      <Form words="Set" action={set} done="The next calls do that.">
        <TextField label="Operation" name="operation" hint="As getFile." isRequired autoComplete="off" />
        <TextField label="How many calls" name="times" defaultValue="1" autoComplete="off" />
        <TextField label="Status" name="status" hint="As 429 or 500." autoComplete="off" />
        <TextField label="Delay" name="delay" hint="As 2s." autoComplete="off" />
      </Form>
    </Section>
  );
}

type Received = Answer<'GET /test/v1/requests'>['requests'][number];

const columns: readonly Column<Received & { place: number }>[] = [
  { name: 'Call', cell: ({ method, path }) => <code>{`${method} ${path}`}</code> },
  { name: 'Operation', cell: ({ operation }) => operation ?? 'None' },
  { name: 'Status', cell: ({ status }) => String(status) },
  { name: 'When', cell: ({ at }) => <Moment at={at} /> },
];

const receivedQuery = {
  queryKey: ['test', 'requests'],
  queryFn: () => call('GET /test/v1/requests'),
} as const;
const mostShown = 200;

function Received() {
  const { data, error, refetch } = useQuery(receivedQuery);
  const all = data?.requests.map((request, place) => ({ ...request, place })) ?? [];
  const shown = all.slice(-mostShown).reverse();
  return (
    <Section
      title="Received requests"
      lead={
        all.length > mostShown ? `The last ${mostShown} of ${all.length}.` : 'Newest first, without secrets.'
      }
      action={
        <>
          <ActionButton words="Look again" action={() => refetch()} />
          <ConfirmButton words="Reset" kind="outlined" title="Go back to the start?" action={reset}>
            The server has the state again in which it was started; received requests and faults are
            forgotten.
          </ConfirmButton>
        </>
      }
    >
      {error !== null && <Notice kind="wrong">{sentenceOf(error)}</Notice>}
      {data === undefined && error === null && <Waiting />}
      {data !== undefined && all.length === 0 && <Empty>Nothing was received yet.</Empty>}
      {shown.length > 0 && (
        <Table name="Received requests" columns={columns} rows={shown} keyOf={({ place }) => String(place)} />
      )}
    </Section>
  );
}

async function reset(): Promise<void> {
  await call('POST /test/v1/reset', { body: {} });
  await queries.invalidateQueries();
}
