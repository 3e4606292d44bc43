import { useState } from 'react';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { CopyOnce } from '../../parts/copy-once.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Section } from '../../parts/section.tsx';
import { type App, replaceSecret } from './app-queries.ts';

/** What the app signs in with at the server. @see OAUTH-05, OAUTH-06 */
export function Credentials({ app: { client_id: clientId } }: { app: App }) {
  const [secret, setSecret] = useState<string>();
  return (
    <Section
      title="Credentials"
      lead="The app sends them when it exchanges a code for a token."
      action={
        <ConfirmButton
          words="New secret"
          kind="outlined"
          title="Make a new secret?"
          action={async () => setSecret(await replaceSecret(clientId))}
        >
          The previous secret is refused from then on, so the app stops signing people in until it has the new
          one. Tokens that it holds keep working until they end.
        </ConfirmButton>
      }
    >
      <Facts
        facts={[
          ['Client ID', <code key="id">{clientId}</code>],
          ...(secret === undefined
            ? ([['Client secret', 'Shown once, when it was made. Lost? Make a new one.']] as const)
            : []),
        ]}
      />
      {secret !== undefined && <CopyOnce key={secret} label="Client secret" value={secret} />}
    </Section>
  );
}
