import { useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { Table } from '../../parts/table.tsx';
import { Day } from '../../parts/times.tsx';

const tokensQuery = { queryKey: ['tokens'], queryFn: () => call('GET /workspace/v1/me/tokens') };

/** The person's tokens. */
export function Tokens() {
  const { tokens } = useSuspenseQuery(tokensQuery).data;
  return (
    <Section title="Personal access tokens" lead="For scripts and tools that act as you.">
      {tokens.length === 0 ? (
        <Empty>You have no tokens.</Empty>
      ) : (
        <Table
          name="Personal access tokens"
          rows={tokens}
          keyOf={({ id }) => id}
          columns={[
            { name: 'Name', cell: ({ name }) => name },
            { name: 'Scopes', cell: ({ scopes }) => <code>{scopes.join(' ')}</code> },
            {
              name: 'Expires',
              cell: ({ expires_at }) => (expires_at === null ? 'Never' : <Day at={expires_at} />),
            },
            {
              name: 'Last used',
              cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : <Day at={last_used_at} />),
            },
            {
              name: 'Actions',
              isUnseen: true,
              cell: ({ id, name }) => (
                <ConfirmButton
                  words="Revoke"
                  label={`Revoke ${name}`}
                  title={`Revoke “${name}”?`}
                  action={async () => {
                    await call('DELETE /workspace/v1/me/tokens/{token_id}', { path: { token_id: id } });
                    await queries.invalidateQueries({ queryKey: ['tokens'] });
                  }}
                >
                  Whatever uses this token is refused from then on.
                </ConfirmButton>
              ),
            },
          ]}
        />
      )}
    </Section>
  );
}
