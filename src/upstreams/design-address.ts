/** What the address of a design names: a file, or one of its branches. */
export interface DesignAddress {
  /** As `www.figma.com`; undefined of a bare key. */
  readonly host: string | undefined;
  readonly key: string;
}

const keyForm = /^[A-Za-z0-9_-]{1,128}$/;
const kinds = new Set(['file', 'design', 'proto', 'board', 'slides', 'deck', 'site', 'make', 'buzz']);

/** Reads an address as a browser shows it, or a bare key; undefined for what is neither. */
export function readDesignAddress(text: string): DesignAddress | undefined {
  const trimmed = text.trim();
  if (keyForm.test(trimmed)) return { host: undefined, key: trimmed };
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (url?.protocol !== 'https:') return undefined;
  const parts = url.pathname.split('/').slice(1);
  const from = parts.findIndex((part) => kinds.has(part));
  const [key = '', branch, branchKey] = parts.slice(from + 1);
  const named = branch === 'branch' && branchKey !== undefined ? branchKey : key;
  if (from < 0 || from > 1 || !keyForm.test(key) || !keyForm.test(named)) return undefined;
  return { host: url.host, key: named };
}

/** Where the pages of designs are shown that an upstream serves. */
export function showsPagesOf(baseUrl: string, host: string): boolean {
  const served = new URL(baseUrl).host;
  if (served === host) return true;
  const ofOriginal = ['figma.com', 'www.figma.com', 'api.figma.com'];
  return ofOriginal.includes(served) && ofOriginal.includes(host);
}
