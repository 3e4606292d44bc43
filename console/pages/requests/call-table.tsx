import { Fragment } from 'react';
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
  { name: 'Call', cell: ({ action }) => <CallPath path={action.event_name} /> },
  { name: 'Of', cell: ({ resource: { name, id_or_key } }) => name ?? id_or_key ?? '–' },
  {
    name: 'By',
    cell: ({ actor: { token_name, token_type } }) =>
      `${token_name ?? ''} (${kinds[token_type as keyof typeof kinds] ?? token_type})`,
  },
];
const from: Column<LoggedCall> = { name: 'From', cell: ({ context }) => context.ip_address ?? '–' };
const who: Column<LoggedCall> = { name: 'Who', cell: ({ actor }) => actor.user_name ?? 'Nobody' };

/** A path that is broken before its slashes, where it has to be. */
function CallPath({ path }: { path: string }) {
  return (
    <code>
      {path.split(/(?=\/)/).map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path stay in their order
        <Fragment key={place}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </code>
  );
}

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
