import { LinkButton } from '../../parts/link-button.tsx';
import { Empty } from '../../parts/section.tsx';

/** An address of the web that was pasted in place of words. */
export function addressIn(words = ''): URL | undefined {
  const text = words.trim();
  return (/^https?:\/\/\S+$/i.test(text) && URL.parse(text)) || undefined;
}

/** What to do with an address: words are searched, addresses are opened or brought here. */
export function AddressHint({ address }: { address: URL }) {
  if (address.origin === location.origin)
    return (
      <Empty
        action={
          <a className="button button-main" href={address.href}>
            Open it
          </a>
        }
      >
        This is an address of this server.
      </Empty>
    );
  return (
    <Empty
      action={<LinkButton to="/settings/organization/mirrors">Servers that designs come from</LinkButton>}
      command={`npx vitrine import '${address.href.replaceAll("'", '%27')}' --project ID`}
    >
      This is an address of {address.host}. <em>From an address</em> in a project brings its design here, once
      that server is known and a token for it; a mirror keeps it current.
    </Empty>
  );
}
