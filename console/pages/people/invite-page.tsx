import { useState } from 'react';
import { LinkButton } from '../../parts/link-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { AdministratorsOnly } from '../organization/administrators-only.tsx';
import { InviteForm } from './invite-form.tsx';
import { peopleBreadcrumbs } from './people-breadcrumbs.ts';
import { type Sent, SentLink } from './sent-link.tsx';

type SentInvitation = Sent & { readonly email: string };

/** Asks whom to invite, and says what became of the link. */
export function InvitePage() {
  const [sent, setSent] = useState<SentInvitation>();
  return (
    <Page title="Invite" breadcrumbs={peopleBreadcrumbs}>
      <AdministratorsOnly>
        {sent === undefined ? (
          <Section
            title="Invitation"
            lead="Whoever follows its link chooses a name and a password, and joins the organization."
          >
            <InviteForm onSent={setSent} />
          </Section>
        ) : (
          <Section title={`${sent.email} is invited`}>
            <SentLink sent={sent} to={sent.email} />
            <div>
              <LinkButton to="/settings/organization/people">Done</LinkButton>
            </div>
          </Section>
        )}
      </AdministratorsOnly>
    </Page>
  );
}
