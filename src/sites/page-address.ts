import { type Addresses, basePathOf } from '../access/public-addresses.ts';
import type { Config } from '../config.ts';
import { type FileKey, fileKeyOf, type NodeId } from '../contract/branded-ids.ts';
import { nodeIdOf } from '../contract/node-ids.ts';
import type { PublishedSite } from './published-sites-store.ts';

/** First parts of the paths of file pages: what the editors are called there, and older and other views. */
export const pageKinds = 'design file board slides buzz make site proto deck'.split(' ');

/** What an address of a page names. */
export type NamedPage = NamedFile | { readonly sitePath: string };

export interface NamedFile {
  readonly fileKey: FileKey;
  /** As the document has it: `1:2`. */
  readonly nodeId: NodeId | undefined;
  /** One frame after the other is meant, in place of the whole. */
  readonly isPrototype: boolean;
  /** The whole path below the web address, where a published site might be found as well. */
  readonly sitePath?: string;
}

const kind = `(?:${pageKinds.join('|')})`;
/** `/design/:key`, `/design/:key/:name`, `/design/:key/branch/:key/:name`, each also behind `/embed`. */
const filePath = new RegExp(
  `^(?:/embed)?/(${kind})/([A-Za-z0-9_-]+)(?:/branch/([A-Za-z0-9_-]+))?(?:/[^/]*)?$`,
);
const nodeForm = /^[A-Za-z0-9:;-]{1,200}$/;
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
/** A name of a file has 255 characters, each of up to twelve in an address. */
const mostCharacters = 4096;

/**
 * What an address names as people paste it: with any query and fragment, by either scheme, with or without the
 * name of the file. Undefined where it is no address of a page of this server.
 *
 * @see EMB-02, EMB-20
 */
export function readPageAddress(text: string, addresses: Addresses, config: Config): NamedPage | undefined {
  const url = text.length > mostCharacters ? null : URL.parse(text);
  if (url === null || !isOurs(url, addresses, config.webHosts)) return undefined;
  const path = pathBelow(url, addresses.web);
  const { searchParams: asked } = url;
  const node = asked.get('node-id') ?? asked.get('starting-point-node-id');
  return path === undefined ? undefined : readPagePath(path, node);
}

function isOurs(url: URL, { web, base }: Addresses, webHosts: readonly string[]): boolean {
  if (!['https:', 'http:'].includes(url.protocol) || url.username !== '' || url.password !== '') return false;
  const hosts = [new URL(web), new URL(base)].flatMap(hostsOf);
  return [...hosts, ...webHosts].includes(url.host);
}

/** A server on this very machine is known by every name of the machine. */
function hostsOf({ host, hostname, port }: URL): string[] {
  if (!loopbackNames.includes(hostname)) return [host];
  return loopbackNames.map((name) => (port === '' ? name : `${name}:${port}`));
}

/** The path behind that of the web address; the pages of other hosts have nothing before them. */
function pathBelow({ host, pathname }: URL, web: string): string | undefined {
  const before = basePathOf(web);
  if (before === '' || !hostsOf(new URL(web)).includes(host)) return pathname;
  return pathname.startsWith(`${before}/`) ? pathname.slice(before.length) : undefined;
}

/** What the path of a page below the web address names. */
export function readPagePath(given: string, node: string | null = null): NamedPage {
  const path = given.endsWith('/') ? given.slice(0, -1) : given;
  if (path.length > mostCharacters) return { sitePath: '' };
  const sitePath = decoded(path.replace(/^\/embed(?=\/site\/)/, ''));
  const [, pageKind, fileKey, branchKey] = filePath.exec(path) ?? [];
  if (fileKey === undefined) return { sitePath };
  const nodeId = node !== null && nodeForm.test(node) ? nodeIdOf(node) : undefined;
  const named = { fileKey: fileKeyOf(branchKey ?? fileKey), nodeId, isPrototype: pageKind === 'proto' };
  return pageKind === 'site' ? { ...named, sitePath } : named;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Address of a published site's page: below `/site`, whether its path says so or not. */
export function sitePageAddress(web: string, { urlPath }: Pick<PublishedSite, 'urlPath'>): string {
  return web + encodeURI(sitePathOf(urlPath));
}

const sitePathOf = (urlPath: string): string => (urlPath.startsWith('/site/') ? urlPath : `/site${urlPath}`);

/** Address of what stands in a frame, made of the address of the page. */
export function embedAddress(web: string, pageAddress: string): string {
  return `${web}/embed${pageAddress.slice(web.length)}`;
}

/** Address of the prototype of a file, made of the address of the file's page. */
export const prototypeAddress = (web: string, pageAddress: string): string =>
  web + pageAddress.slice(web.length).replace(/^\/\w+/, '/proto');

/** An address of a page that leads to a node in it. */
export function withNode(address: string, nodeId: NodeId | undefined): string {
  return nodeId === undefined
    ? address
    : `${address}?node-id=${encodeURIComponent(nodeId.replaceAll(':', '-'))}`;
}
