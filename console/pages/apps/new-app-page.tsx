import { useState } from 'react';
import { CopyOnce } from '../../parts/copy-once.tsx';
import { Facts } from '../../parts/facts.tsx';
import { LinkButton } from '../../parts/link-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import type { MadeApp } from './app-queries.ts';
import { NewAppForm } from './new-app-form.tsx';

/** Asks what the app is, and shows its secret once. */
export function NewAppPage() {
  const [made, setMade] = useState<MadeApp>();
  return (
    <Page title="New app" breadcrumbs={[{ name: 'Apps', to: '/developers/apps' }]}>
      {made === undefined ? (
        <Section
          title="What it is"
          lead="It begins as a draft. You can change all of this later, but not where it belongs."
        >
          <NewAppForm onMade={setMade} />
        </Section>
      ) : (
        <Made app={made} />
      )}
    </Page>
  );
}

const Made = ({ app: { client_id, client_secret, name } }: { app: MadeApp }) => (
  <Section
    title={`“${name}” is made`}
    lead="Copy its secret now to where the app runs, and keep it as you keep a password."
  >
    <Facts facts={[['Client ID', <code key="id">{client_id}</code>]]} />
    <CopyOnce label="Client secret" value={client_secret} />
    <div>
      <LinkButton to={`/developers/apps/${encodeURIComponent(client_id)}`}>Configure it</LinkButton>
    </div>
  </Section>
);
