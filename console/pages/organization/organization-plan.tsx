import { useState } from 'react';
import { choicesOf, type Plan, planNames } from '../../api/role-names.ts';
import { Facts } from '../../parts/facts.tsx';
import { Form } from '../../parts/form.tsx';
import { Section } from '../../parts/section.tsx';
import { Select } from '../../parts/select.tsx';
import { changeOrganization } from './organization-queries.ts';
import { PlanLimits } from './plan-limits.tsx';

interface PlanProps {
  readonly plan: Plan;
  /** An administrator of the installation may. */
  readonly mayChange: boolean;
}

/** The plan, what it opens and how often it lets people call. */
export const OrganizationPlan = ({ plan, mayChange }: PlanProps) => (
  <Section
    title="Plan"
    lead={
      mayChange
        ? 'You administer this server, so you can change it.'
        : 'Administrators of this server can change it.'
    }
  >
    {mayChange && <PlanForm plan={plan} />}
    <Facts
      facts={[
        ...(mayChange ? [] : [['Plan', planNames[plan]] as const]),
        ['Variables', openOn(plan)],
        ['Library analytics', openOn(plan)],
        ['Activity logs', openOn(plan)],
        ['Text events', openOn(plan)],
        ['Webhooks of files', `${webhooksOfFiles[plan]} at most, all files together`],
      ]}
    />
    <PlanLimits />
  </Section>
);

const openOn = (plan: Plan): string => (plan === 'enterprise' ? 'Included' : 'With the Enterprise plan only');

const webhooksOfFiles: Readonly<Record<Plan, number>> = {
  starter: 150,
  professional: 150,
  organization: 300,
  enterprise: 600,
};

function PlanForm({ plan }: { plan: Plan }) {
  const [chosen, choose] = useState<string>(plan);
  return (
    <Form words="Save plan" action={() => changeOrganization({ plan: chosen as Plan })} done="Plan saved">
      <Select label="Plan" choices={choicesOf(planNames)} value={chosen} onChange={choose} />
    </Form>
  );
}
