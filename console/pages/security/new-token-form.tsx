import { useState } from 'react';
import { call } from '../../api/call.ts';
import { queries } from '../../api/queries.ts';
import { NotYet } from '../../api/refusals.ts';
import { ownScopes, scopeGroups } from '../../api/scope-groups.ts';
import { Form } from '../../parts/form.tsx';
import { ScopeChoice, type ScopeName } from '../../parts/scope-choice.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { type MadeToken, tokensQuery } from './token-queries.ts';

const daySeconds = 24 * 3600;
/** The last one is for trying things out; a token of 90 days is the longest there is. */
const lifetimes = [
  { id: '7', name: '7 days' },
  { id: '30', name: '30 days' },
  { id: '60', name: '60 days' },
  { id: '90', name: '90 days' },
  { id: 'exploration', name: '24 hours, for trying things out' },
];

export function NewTokenForm({ onMade }: { onMade: (token: MadeToken) => void }) {
  const [scopes, setScopes] = useState<readonly ScopeName[]>([]);
  const [lifetime, setLifetime] = useState('30');
  const make = async ({ name = '' }: Readonly<Record<string, string>>) => {
    if (scopes.length === 0) throw new NotYet('Choose at least one scope.');
    const body = { name: name.trim(), scopes: [...scopes], ...lifetimeOf(lifetime) };
    onMade(await call('POST /workspace/v1/me/tokens', { body }));
    await queries.invalidateQueries(tokensQuery);
  };
  return (
    <Form words="Create token" action={make}>
      <TextField
        label="Name"
        name="name"
        hint="What it is for, so that you recognize it."
        isRequired
        maxLength={255}
        autoFocus
        autoComplete="off"
      />
      <Select label="Expires in" choices={lifetimes} value={lifetime} onChange={setLifetime} />
      <ScopeChoice groups={[...scopeGroups, ownScopes]} value={scopes} onChange={setScopes} />
    </Form>
  );
}

const lifetimeOf = (lifetime: string) =>
  lifetime === 'exploration' ? { exploration: true } : { expires_in: Number(lifetime) * daySeconds };
