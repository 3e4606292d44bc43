import { useSuspenseQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/call.ts';
import { wordsOf } from '../../api/scope-groups.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Disclosure } from '../../parts/disclosure.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Day } from '../../parts/times.tsx';
import { allowedAppsQuery, takeBackApp } from './account-queries.ts';

type AllowedApp = Answer<'GET /workspace/v1/me/apps'>['apps'][number];

const columns: readonly Column<AllowedApp>[] = [
  { name: 'App', cell: ({ name }) => name },
  { name: 'May', cell: ({ scopes }) => <MayDo scopes={scopes} /> },
  { name: 'Since', cell: ({ allowed_at }) => <Day at={allowed_at} /> },
  { name: 'Actions', isUnseen: true, cell: (app) => <TakeBack {...app} /> },
];

/** The apps that act for the person until they take it back. */
export function AllowedApps() {
  const { apps } = useSuspenseQuery(allowedAppsQuery).data;
  return (
    <Section title="Apps" lead="Apps that you have allowed to act for you.">
      {apps.length === 0 ? (
        <Empty>You have allowed no app to act for you. An app asks you when it needs to.</Empty>
      ) : (
        <Table name="Apps" columns={columns} rows={apps} keyOf={({ client_id }) => client_id} />
      )}
    </Section>
  );
}

const MayDo = ({ scopes }: Pick<AllowedApp, 'scopes'>) => (
  <Disclosure summary={scopes.length === 1 ? '1 thing' : `${scopes.length} things`}>
    {scopes.map((scope) => (
      <span key={scope}>{wordsOf(scope)}</span>
    ))}
  </Disclosure>
);

const TakeBack = ({ client_id, name }: AllowedApp) => (
  <ConfirmButton
    words="Revoke"
    label={`Revoke ${name}`}
    title={`Revoke what you allowed “${name}”?`}
    action={() => takeBackApp(client_id)}
  >
    It can no longer act for you. You can allow it again when it asks.
  </ConfirmButton>
);
