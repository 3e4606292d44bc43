import type { Facts, Page } from './file-facts.ts';

/** Ids stand in addresses with `-` for `:`. */
const idOf = (text: string): string => text.replaceAll('-', ':');

/** What an id of a node can be; of anything else the server tells nothing. */
const nodeForm = /^[A-Za-z0-9:;-]{1,200}$/;

/** The address of the facts, with the node that this page's address names, else with the page, which is a node too. */
export function factsAddress(facts: string, { search }: Pick<Location, 'search'>): string {
  const asked = new URLSearchParams(search);
  const node = asked.get('node-id') ?? asked.get('page-id');
  return node === null || !nodeForm.test(node)
    ? facts
    : `${facts}?${new URLSearchParams({ 'node-id': node })}`;
}

/** The page to begin with: the one that the address names, else that of the node it names, else the first. */
export function startPage({ pages, node }: Facts, { search }: Pick<Location, 'search'>): Page | undefined {
  const asked = new URLSearchParams(search);
  const ids = [asked.get('page-id'), node?.page, asked.get('node-id')];
  const wanted = ids.flatMap((id) => (id === null || id === undefined ? [] : [id, idOf(id)]));
  return wanted.map((id) => pages.find((page) => page.id === id)).find(Boolean) ?? pages[0];
}

/** Writes the open page into the address, in place of a node's that was named before. */
export function writePage(page: Page): void {
  const address = new URL(location.href);
  address.searchParams.delete('node-id');
  address.searchParams.set('page-id', page.id.replaceAll(':', '-'));
  history.replaceState(null, '', address);
}
