/** What is sought, as the address of the page says it. */
export interface Sought {
  readonly q?: string;
  readonly type?: string;
  readonly team?: string;
  readonly project?: string;
  readonly file?: string;
  readonly page?: string;
  readonly font?: string;
  readonly component?: string;
  readonly style?: string;
  readonly variable?: string;
}

const soughtNames = [
  ...(['q', 'type', 'team', 'project', 'file', 'page', 'font', 'component', 'style', 'variable'] as const),
] as const;

/** What an address says, whoever wrote it; what is empty is left out. */
export function soughtOf(given: Readonly<Record<string, unknown>>): Sought {
  const named = soughtNames.map((name) => [name, String(given[name] ?? '').trim()] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== ''));
}

/** Whether there is anything to look for: a place alone is none. */
export const isSought = ({ team: _, project: __, file: ___, ...what }: Sought): boolean =>
  Object.keys(what).length > 0;

/** Where the words of a search stand in a text: every second part is one, the first is none. */
export function markedParts(text: string, q: string): string[] {
  const words = q
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .sort((one, other) => other.length - one.length);
  return words.length === 0 ? [text] : text.split(new RegExp(`(${words.join('|')})`, 'giu'));
}
