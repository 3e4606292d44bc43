/** What a node is found by. */
export interface NodeWords {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** What is written in it. */
  readonly text: string;
  /** Families. */
  readonly fonts: readonly string[];
  /** Ids and keys of the component that it is, or shows. */
  readonly components: readonly string[];
  /** Ids and keys. */
  readonly styles: readonly string[];
  /** Ids. */
  readonly variables: readonly string[];
}

/** Keys of components and styles by the ids that nodes name them by. */
export type KeysById = ReadonlyMap<string, string>;

/** The properties that say them. */
const wordKeys = [
  'id',
  'type',
  'name',
  'characters',
  'style',
  'styleOverrideTable',
  'componentId',
  'styles',
  'boundVariables',
] as const;

export const saysWords = (key: string): boolean => (wordKeys as readonly string[]).includes(key);

type Said = Readonly<Partial<Record<(typeof wordKeys)[number], unknown>>>;
type Values = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const objectOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};

/** @param own the node without its children, as it is shown */
export function nodeWords(own: Said, keys: KeysById): NodeWords {
  const { id, type, name, characters, style, styleOverrideTable, componentId, styles, boundVariables } = own;
  const styled = [style, ...Object.values(objectOf(styleOverrideTable))];
  const fonts = styled.map((one) => textOf(objectOf(one).fontFamily)).filter((family) => family !== '');
  const shown = type === 'COMPONENT' || type === 'COMPONENT_SET' ? id : componentId;
  return {
    id: textOf(id),
    type: textOf(type),
    name: textOf(name),
    text: textOf(characters),
    fonts: [...new Set(fonts)],
    components: withKeys([textOf(shown)], keys),
    styles: withKeys(Object.values(objectOf(styles)).map(textOf), keys),
    variables: variablesIn(boundVariables),
  };
}

const withKeys = (ids: readonly string[], keys: KeysById): string[] =>
  ids.filter((id) => id !== '').flatMap((id) => [id, ...(keys.has(id) ? [keys.get(id)!] : [])]);

/** Ids of aliases, however deep they lie. */
function variablesIn(bound: unknown): string[] {
  const ids = new Set<string>();
  const waiting: unknown[] = [bound];
  for (let value = waiting.pop(); waiting.length > 0 || value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const { type, id } = value as { type?: unknown; id?: unknown };
    if (type === 'VARIABLE_ALIAS' && typeof id === 'string') ids.add(id);
    else for (const inner of Object.values(value)) waiting.push(inner);
  }
  return [...ids];
}
