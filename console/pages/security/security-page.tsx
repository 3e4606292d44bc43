import { useSuspenseQuery } from '@tanstack/react-query';
import { LinkButton } from '../../parts/link-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Section } from '../../parts/section.tsx';
import { tokensQuery } from './token-queries.ts';
import { TokenTable } from './token-table.tsx';

/** The person's own tokens. @see PAT-01 */
export function SecurityPage() {
  const { tokens } = useSuspenseQuery(tokensQuery).data;
  return (
    <Page title="Security">
      <Section
        title="Personal access tokens"
        lead="Scripts and tools that hold one act as you, within its scopes, until it expires or you revoke it."
        action={<LinkButton to="/settings/security/new-token">New token</LinkButton>}
      >
        {tokens.length === 0 ? (
          <Empty
            action={<LinkButton to="/settings/security/new-token">Create a token</LinkButton>}
            command="npx vitrine token create --name NAME --scopes LIST"
          >
            You have no tokens. Create one for each script or tool that needs to reach your files.
          </Empty>
        ) : (
          <TokenTable tokens={tokens} />
        )}
      </Section>
    </Page>
  );
}
