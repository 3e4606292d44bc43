import { type Html, html } from '../console/html.ts';
import type { AppConfiguration } from '../contract/contract.ts';

/** Where people learn more of an app and find help; nothing where it says neither. */
export function appPlaces({
  website,
  support_contact: support,
}: Pick<AppConfiguration, 'website' | 'support_contact'>): readonly Html[] {
  return [
    ...(website === null ? [] : [html`<p class="quiet">Website: ${linkTo(website)}</p>\n`]),
    ...(support === null ? [] : [html`<p class="quiet">Support: ${linkTo(support)}</p>\n`]),
  ];
}

/**
 * A link that says which host it leads to, in a window of its own, so that the question stays. Whatever is no
 * https:// address is text: an e-mail address could name more receivers and words than it shows.
 */
function linkTo(address: string): Html | string {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:') return address;
  return html`<a href="${url.href}" target="_blank" rel="noreferrer">${url.host}</a>`;
}
