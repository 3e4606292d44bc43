/** Header names in lower case to their values. */
export type HeaderLines = Readonly<Record<string, string>>;

/** Headers of the connection, or that the client sets itself: a caller's are left out. */
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that would put secrets of the receiver into our log of attempts. */
const secretHeaders: ReadonlySet<string> = new Set(['set-cookie', 'set-cookie2']);

const isName = (name: string): boolean => /^[!#$%&'*+.^_`|~0-9a-z-]{1,128}$/.test(name);
const mostLines = 100;
const mostValueLength = 8192;

/** What is sent of a caller's headers: nothing that could split or reframe the request. */
export function sentHeaders(headers: HeaderLines): Record<string, string> {
  return cleaned(Object.entries(headers), (name) => !ownHeaders.has(name) && !name.startsWith('proxy-'));
}

/** What is kept of an answer's headers: printable, bounded, without cookies. Repeated ones are joined. */
export function keptHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const lines = Object.entries(headers).map(([name, value = '']): [string, string] => [
    name,
    typeof value === 'string' ? value : value.join(', '),
  ]);
  return cleaned(lines, (name) => !secretHeaders.has(name));
}

function cleaned(
  lines: readonly (readonly [string, string])[],
  keeps: (name: string) => boolean,
): Record<string, string> {
  const kept = lines
    .map(([name, value]) => [name.toLowerCase(), plain(value)] as const)
    .filter(([name]) => isName(name) && keeps(name))
    .slice(0, mostLines);
  return Object.fromEntries(kept);
}

/** Control characters become spaces; what Latin-1 can't say becomes a question mark. */
function plain(value: string): string {
  return value
    .slice(0, mostValueLength)
    .replace(/[^\u0020-\u007e\u00a0-\u{10ffff}]/gu, ' ')
    .replace(/[\u0100-\u{10ffff}]/gu, '?')
    .trim();
}
