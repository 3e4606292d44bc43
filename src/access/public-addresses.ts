import type { Config } from '../config.ts';
import type { FileKey, NodeId } from '../contract/branded-ids.ts';

/** Public addresses, made from the settings alone and never from a request's `Host`. @see H26, VER-02 */
export interface Addresses {
  /** Of the interface; without a slash at its end. */
  readonly base: string;
  /** Of file pages. */
  readonly web: string;
  /** Of the authorization page. */
  readonly auth: string;
}

/** `place.port` is read each time: a free port is known only once the server listens. */
export function addressesOf(config: Config, place: { readonly port: number }): Addresses {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const name = ['0.0.0.0', '[::]'].includes(host) ? 'localhost' : host;
  const base = (): string => baseUrlOf(config) ?? `https://${name}:${place.port}`;
  return {
    get base() {
      return base();
    },
    get web() {
      return config.webUrl ?? base();
    },
    get auth() {
      return config.authUrl ?? base();
    },
  };
}

/** The base address that the settings give; it is that of the region. */
function baseUrlOf({ region, govBaseUrl, baseUrl }: Config): string | undefined {
  return region === 'gov' ? (govBaseUrl ?? baseUrl) : baseUrl;
}

/** Kept since there are few base addresses, and parsing one takes longer than most of what an answer needs. */
const basePaths = new Map<string, string>();

/** Path of the base address, empty or as `/design-api`. */
export function basePathOf(base: string | undefined): string {
  if (base === undefined) return '';
  const path = basePaths.get(base) ?? new URL(base).pathname.replace(/\/+$/, '');
  basePaths.set(base, path);
  return path;
}

/** What the paths of requests begin with. */
interface ServedPaths {
  /** Below these everything is served. */
  readonly whole: readonly string[];
  /** Below these only sign-in and authorization. */
  readonly pages: readonly string[];
  /** Below these pages of files and the console, with what they call. */
  readonly web: readonly string[];
}

export function servedPaths({ baseUrl, govBaseUrl, authUrl, webUrl }: Config): ServedPaths {
  const whole = [
    ...new Set([basePathOf(baseUrl), ...(govBaseUrl === undefined ? [] : [basePathOf(govBaseUrl)])]),
  ];
  const isOfItsOwn = (path: string): boolean => !whole.includes(path);
  const web = [basePathOf(webUrl ?? baseUrl)].filter(isOfItsOwn);
  const pages = [basePathOf(authUrl ?? baseUrl)].filter((path) => isOfItsOwn(path) && !web.includes(path));
  return { whole, pages, web };
}

/** Where people come who only signed in: the console or, where that is not served, the page that says who they are. */
export function homePath(config: Config, basePath: string): string {
  return servedPaths(config).pages.includes(basePath) ? `${basePath}/sign-in` : `${basePath}/`;
}

const pageOfEditor: Readonly<Record<string, string>> = {
  figma: 'design',
  figjam: 'board',
  slides: 'slides',
  buzz: 'buzz',
  sites: 'site',
  make: 'make',
};

/**
 * Address of a file's page, and of a node in it.
 * @see FILE-27, FILE-28
 */
export function filePageAddress(
  web: string,
  file: { key: FileKey; name: string; editorType: string },
  nodeId?: NodeId,
): string {
  const type = pageOfEditor[file.editorType] ?? 'file';
  const named = file.name.trim().replace(/\s+/g, '-');
  // Browsers take `.` and `..` at the end of a path for steps up.
  const name = /^\.{0,2}$/.test(named) ? 'Untitled' : encodeURIComponent(named);
  const query = nodeId === undefined ? '' : `?node-id=${encodeURIComponent(nodeId.replaceAll(':', '-'))}`;
  return `${web}/${type}/${file.key}/${name}${query}`;
}
