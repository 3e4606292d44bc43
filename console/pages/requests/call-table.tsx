import type { Answer } from '../../api/call.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { Moment } from '../../parts/times.tsx';

export type LoggedCall = Answer<'GET /workspace/v1/me/requests'>['items'][number];

const kinds = {
  developer_token: 'Personal token',
  oauth_token: 'App',
  plan_access_token: 'Plan token',
} as const;

const when: Column<LoggedCall> = { name: 'When', cell: ({ timestamp }) => <Moment at={timestamp} /> };
const what: readonly Column<LoggedCall>[] = [
  { name: 'Call', cell: ({ action }) => <code>{action.event_name}</code> },
  { name: 'Of', cell: ({ resource: { name, id_or_key } }) => name ?? id_or_key ?? '–' },
  {
    name: 'By',
    cell: ({ actor: { token_name, token_type } }) =>
      `${token_name ?? ''} (${kinds[token_type as keyof typeof kinds] ?? token_type})`,
  },
];
const from: Column<LoggedCall> = { name: 'From', cell: ({ context }) => context.ip_address ?? '–' };
const who: Column<LoggedCall> = { name: 'Who', cell: ({ actor }) => actor.user_name ?? 'Nobody' };

/** Calls of the interface, one's own or of everybody. */
export const CallTable = ({
  calls,
  ofEverybody = false,
}: {
  calls: readonly LoggedCall[];
  ofEverybody?: boolean;
}) => (
  <Table
    name="Requests"
    columns={[...what, ...(ofEverybody ? [who] : []), from, when]}
    rows={calls}
    keyOf={({ uuid }) => uuid}
  />
);
