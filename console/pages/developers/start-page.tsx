import { Link } from '@tanstack/react-router';
import { addressOf } from '../../api/address-of.ts';
import { basePath } from '../../api/base-path.ts';
import { CopyLine } from '../../parts/copy-line.tsx';
import { LinkButton } from '../../parts/link-button.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';

/** What a tool needs to know of this server, in the order in which its author asks. */
export const StartPage = () => {
  const base = location.origin + basePath;
  const call = `curl --cacert ca.pem -H "X-Figma-Token: $TOKEN" ${location.origin}${addressOf('GET /v1/me', {})}`;
  return (
    <Page
      title="Developers"
      lead="Tools that know the interface work here unchanged, with another base address."
    >
      <Section title="Where to call">
        <CopyLine label="Base address" value={base} />
        <CopyLine
          label="Header"
          value="X-Figma-Token"
          hint="X-Service-Token is the same; apps send Authorization: Bearer."
        />
        <CopyLine label="A call that works once TOKEN holds a token of yours" value={call} />
        <p className="quiet">
          The certificate is the server’s own unless its settings name another: <code>ca.pem</code> is{' '}
          <code>tls/ca.pem</code> of its data folder. Whoever runs the server can give it to you.
        </p>
      </Section>
      <Section
        title="Tokens"
        lead="Scripts and tools act as you with a personal access token, within its scopes."
        action={<LinkButton to="/settings/security/new-token">Create a token</LinkButton>}
      />
      <Section title="More">
        <ul className="developer-links">
          <li>
            <a href={`${basePath}/docs`}>Reference</a> of every operation, and{' '}
            <a href={`${basePath}/openapi.json`}>its description</a> for programs
          </li>
          <li>
            <Link to="/developers/webhooks">Webhooks</Link>, which tell your tool what happens
          </li>
          <li>
            <Link to="/developers/apps">Apps</Link>, which act for people who allow it
          </li>
          <li>
            <Link to="/settings/organization">Limits</Link> of calls, by seat
          </li>
        </ul>
      </Section>
    </Page>
  );
};
