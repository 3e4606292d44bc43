import { useState } from 'react';
import { NotYet } from '../../api/refusals.ts';
import { wordsOf } from '../../api/scope-groups.ts';
import { CheckboxGroup } from '../../parts/checkbox-group.tsx';
import { Form } from '../../parts/form.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { type MadePlanToken, makePlanToken, planScopes } from './plan-token-queries.ts';

const daySeconds = 24 * 3600;
const lifetimes = ['7', '30', '60', '90'].map((days) => ({ id: days, name: `${days} days` }));
const choices = planScopes.map((scope) => ({ id: scope, name: wordsOf(scope), hint: scope }));

export function NewPlanTokenForm({ onMade }: { onMade: (token: MadePlanToken) => void }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [days, setDays] = useState('30');
  const make = async ({ name = '' }: Readonly<Record<string, string>>) => {
    const scopes = planScopes.filter((scope) => chosen.includes(scope));
    if (scopes.length === 0) throw new NotYet('Choose at least one scope.');
    onMade(await makePlanToken({ name: name.trim(), scopes, expires_in: Number(days) * daySeconds }));
  };
  return (
    <Form words="Create token" action={make}>
      <TextField
        label="Name"
        name="name"
        hint="What it is for, so that others recognize it."
        isRequired
        maxLength={255}
        autoFocus
        autoComplete="off"
      />
      <Select label="Expires in" choices={lifetimes} value={days} onChange={setDays} />
      <CheckboxGroup label="Scopes" choices={choices} value={chosen} onChange={setChosen} />
    </Form>
  );
}
