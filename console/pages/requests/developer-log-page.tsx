import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { call } from '../../api/call.ts';
import { sentenceOf } from '../../api/refusals.ts';
import { NextPage } from '../../parts/next-page.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { AdministratorsOnly } from '../organization/administrators-only.tsx';
import { CallTable, type LoggedCall } from './call-table.tsx';

/** What tokens asked of the organization's files, teams and projects. */
export const DeveloperLogPage = () => (
  <Page title="Developer log" lead="What tokens have asked for in the organization, newest first." isWide>
    <AdministratorsOnly>
      <DeveloperLog />
    </AdministratorsOnly>
  </Page>
);

const kinds = [
  { id: '', name: 'All tokens' },
  { id: 'developer_token', name: 'Personal tokens' },
  { id: 'oauth_token', name: 'Apps' },
  { id: 'plan_access_token', name: 'Plan tokens' },
];

interface Filters {
  readonly token_type: string;
  readonly token_name: string;
  readonly user_email: string;
}

const logQuery = (filters: Filters) => ({
  queryKey: ['developer-log', filters] as const,
  initialPageParam: undefined as string | undefined,
  queryFn: async ({ pageParam: cursor }: { pageParam: string | undefined }) => {
    const given = Object.entries(filters).filter(([, value]) => value !== '');
    const body = { limit: 50, ...Object.fromEntries(given), ...(cursor === undefined ? {} : { cursor }) };
    const { meta } = await call('POST /v1/developer_logs', { body });
    return { items: (meta?.items ?? []) as LoggedCall[], cursor: meta?.cursor };
  },
  getNextPageParam: ({ cursor }: { cursor?: string | null | undefined }) => cursor ?? undefined,
});

function DeveloperLog() {
  const [kind, setKind] = useState('');
  const [token, setToken] = useState('');
  const [email, setEmail] = useState('');
  const [token_name, user_email] = [useDeferredValue(token.trim()), useDeferredValue(email.trim())];
  const log = useInfiniteQuery(logQuery({ token_type: kind, token_name, user_email }));
  const calls = log.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section label="Developer log">
      <div className="filters">
        <Select label="By" choices={kinds} value={kind} onChange={setKind} />
        <TextField label="Name of the token begins with" name="token" value={token} onChange={setToken} />
        <TextField label="E-mail address begins with" name="email" value={email} onChange={setEmail} />
      </div>
      {log.isError && <Notice kind="wrong">{sentenceOf(log.error)}</Notice>}
      {log.isSuccess && calls.length === 0 && <Empty>No such call was made in the last 30 days.</Empty>}
      {calls.length > 0 && <CallTable calls={calls} ofEverybody />}
      <NextPage of={log} words="Show older" />
    </Section>
  );
}
