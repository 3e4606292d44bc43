import { useState } from 'react';
import { addressOf } from '../../api/address-of.ts';
import { CopyLine } from '../../parts/copy-line.tsx';
import { CopyOnce } from '../../parts/copy-once.tsx';
import { LinkButton } from '../../parts/link-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { Day } from '../../parts/times.tsx';
import { NewTokenForm } from './new-token-form.tsx';
import type { MadeToken } from './token-queries.ts';

const breadcrumbs = [{ name: 'Security', to: '/settings/security' }];

/** Asks what the token is to be, and shows its value once. */
export function NewTokenPage() {
  const [made, setMade] = useState<MadeToken>();
  return (
    <Page title="New token" breadcrumbs={breadcrumbs}>
      {made === undefined ? (
        <Section title="Personal access token" lead="It acts as you, within the scopes that you give it.">
          <NewTokenForm onMade={setMade} />
        </Section>
      ) : (
        <Made token={made} />
      )}
    </Page>
  );
}

const Made = ({ token: { name, token, expires_at } }: { token: MadeToken }) => (
  <Section
    title={`“${name}” is ready`}
    lead="Copy it now to where it is used, and keep it as you keep a password."
  >
    <CopyOnce label="Token" value={token} />
    <p>
      Tools send it in the header <code>X-Figma-Token</code> or in <code>X-Service-Token</code>, which is the
      same here.
      {expires_at !== null && (
        <>
          {' '}
          It expires on <Day at={expires_at} />.
        </>
      )}
    </p>
    <CopyLine label="Try it" value={firstCall(token)} />
    <div>
      <LinkButton to="/settings/security">Done</LinkButton>
    </div>
  </Section>
);

const firstCall = (token: string): string =>
  `curl --cacert ca.pem -H "X-Figma-Token: ${token}" ${location.origin}${addressOf('GET /v1/me', {})}`;
