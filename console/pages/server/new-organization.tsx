import { useState } from 'react';
import { choicesOf, type Plan, planNames } from '../../api/role-names.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Select } from '../../parts/select.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { makeOrganization } from './organization-list.ts';

/** The button by which an organization comes to be, and its form. */
export function NewOrganization() {
  const [plan, choosePlan] = useState<string>('professional');
  const make = ({ name = '' }: Readonly<Record<string, string>>) =>
    makeOrganization({ name: name.trim(), plan: plan as Plan });
  return (
    <FormDialog words="Create organization" kind="main" title="New organization" send="Create" action={make}>
      <TextField label="Name" name="name" isRequired maxLength={255} autoFocus autoComplete="off" />
      <Select label="Plan" choices={choicesOf(planNames)} value={plan} onChange={choosePlan} />
    </FormDialog>
  );
}
