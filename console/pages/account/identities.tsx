import { useSuspenseQuery } from '@tanstack/react-query';
import { basePath } from '../../api/base-path.ts';
import { type Answer, call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { toldAt } from '../../api/refusals.ts';
import { sessionQuery } from '../../api/session.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Form } from '../../parts/form.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { Day, dayOrNever } from '../../parts/times.tsx';
import { identitiesQuery } from './account-queries.ts';

type Identity = Answer<'GET /workspace/v1/me/identities'>['identities'][number];

const columns: readonly Column<Identity>[] = [
  { name: 'There', cell: ({ email, subject }) => email ?? subject },
  { name: 'Provider', cell: ({ issuer }) => URL.parse(issuer)?.host ?? issuer },
  { name: 'Linked', cell: ({ created_at }) => <Day at={created_at} /> },
  { name: 'Last used', cell: ({ last_used_at }) => dayOrNever(last_used_at) },
  { name: 'Actions', isUnseen: true, cell: (identity) => <Unlink {...identity} /> },
];

/** By whom of the provider of single sign-on the account is opened; nothing where there is no such provider. */
export function Identities() {
  const { provider, password } = useSuspenseQuery(sessionQuery).data.sign_in;
  const { identities } = useSuspenseQuery(identitiesQuery).data;
  if (provider === null && identities.length === 0) return null;
  return (
    <Section title="Single sign-on" lead={`Who you are at ${provider ?? 'the provider'} opens this account.`}>
      {identities.length === 0 ? (
        <Empty>Nothing is linked yet.</Empty>
      ) : (
        <Table name="Single sign-on" columns={columns} rows={identities} keyOf={({ id }) => id} />
      )}
      {provider !== null && <Link provider={provider} hasPassword={password} />}
    </Section>
  );
}

const Link = ({ provider, hasPassword }: { provider: string; hasPassword: boolean }) => (
  <Form words={`Link ${provider}`} action={link}>
    {hasPassword && (
      <TextField
        label={`Your password here, before you go on to ${provider}`}
        name="password"
        type="password"
        isRequired
        maxLength={1024}
        autoComplete="current-password"
      />
    )}
  </Form>
);

async function link({ password }: Readonly<Record<string, string>>): Promise<void> {
  const body = { next: `${basePath}/settings`, ...(password === undefined ? {} : { password }) };
  const { url } = await call('POST /workspace/v1/me/identities', { body }).catch(
    toldAt('password', 403, () => 'This is not your password.'),
  );
  location.assign(url);
}

const Unlink = ({ id, email, subject }: Identity) => (
  <ConfirmButton
    words="Unlink"
    label={`Unlink ${email ?? subject}`}
    title={`Unlink ${email ?? subject}?`}
    action={() => unlink(id)}
  >
    They no longer open this account. Sessions that they began go on until they end or you sign out
    everywhere.
  </ConfirmButton>
);

async function unlink(id: string): Promise<void> {
  await call('DELETE /workspace/v1/me/identities/{identity_id}', { path: { identity_id: id } });
  await queries.invalidateQueries(identitiesQuery);
}
