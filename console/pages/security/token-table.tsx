import type { Answer } from '../../api/call.ts';
import { wordsOf } from '../../api/scope-groups.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Disclosure } from '../../parts/disclosure.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { dayOrNever } from '../../parts/times.tsx';
import { revokeToken } from './token-queries.ts';

type Token = Answer<'GET /workspace/v1/me/tokens'>['tokens'][number];

const columns: readonly Column<Token>[] = [
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Scopes', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
  { name: 'Expires', cell: ({ expires_at }) => dayOrNever(expires_at) },
  { name: 'Last used', cell: ({ last_used_at }) => dayOrNever(last_used_at) },
  {
    name: 'Actions',
    isUnseen: true,
    cell: (token) => <RevokeToken name={token.name} revoke={() => revokeToken(token.id)} />,
  },
];

export const TokenTable = ({ tokens }: { tokens: readonly Token[] }) => (
  <Table name="Personal access tokens" columns={columns} rows={tokens} keyOf={({ id }) => id} />
);

export function Scopes({ scopes }: Pick<Token, 'scopes'>) {
  const [only] = scopes;
  if (scopes.length === 1 && only !== undefined) return <code title={wordsOf(only)}>{only}</code>;
  return (
    <Disclosure summary={`${scopes.length} scopes`}>
      {scopes.map((scope) => (
        <code key={scope} title={wordsOf(scope)}>
          {scope}
        </code>
      ))}
    </Disclosure>
  );
}

/** Revokes a token of that name, once it was asked whether it is meant. */
export const RevokeToken = ({ name, revoke }: { name: string; revoke: () => Promise<unknown> }) => (
  <ConfirmButton words="Revoke" label={`Revoke ${name}`} title={`Revoke “${name}”?`} action={revoke}>
    Whatever uses this token is refused from then on. A revoked token cannot be brought back.
  </ConfirmButton>
);
