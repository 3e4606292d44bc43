import { useState } from 'react';
import { CopyOnce } from '../../parts/copy-once.tsx';
import { LinkButton } from '../../parts/link-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { AdministratorsOnly } from '../organization/administrators-only.tsx';
import { NewPlanTokenForm } from './new-plan-token-form.tsx';
import type { MadePlanToken } from './plan-token-queries.ts';

const breadcrumbs = [{ name: 'Plan tokens', to: '/settings/organization/tokens' }];

/** Asks what the token is to be, and shows its value once. */
export function NewPlanTokenPage() {
  const [made, setMade] = useState<MadePlanToken>();
  return (
    <Page title="New token" breadcrumbs={breadcrumbs}>
      <AdministratorsOnly>
        {made === undefined ? (
          <Section
            title="Plan access token"
            lead="It stands for the organization, within the scopes that you give it."
          >
            <NewPlanTokenForm onMade={setMade} />
          </Section>
        ) : (
          <Section
            title={`“${made.name}” is ready`}
            lead="Copy it now to where it is used, and keep it as you keep a password."
          >
            <CopyOnce label="Token" value={made.token} />
            <p>
              It is sent in the header <code>X-Service-Token</code>.
            </p>
            <div>
              <LinkButton to="/settings/organization/tokens">Done</LinkButton>
            </div>
          </Section>
        )}
      </AdministratorsOnly>
    </Page>
  );
}
