import { extensionKey } from './token-paths.ts';
import { isObject } from './token-values.ts';

type Json = Readonly<Record<string, unknown>>;

/** A file is no design tokens at all. */
export class TokensRefused extends Error {}

/** A token with what it has from the groups around it. */
export interface FoundToken {
  readonly path: readonly string[];
  readonly type: string | undefined;
  readonly value: unknown;
  readonly description: string | undefined;
  /** Our own part of `$extensions`. */
  readonly own: Json;
}

/** A group that stands for a collection, or all that stand outside of any. */
export interface FoundCollection {
  readonly name: string;
  readonly modes: readonly string[];
  readonly hiddenFromPublishing: boolean;
  /** Steps of a path that are not part of a variable's name. */
  readonly stepsAbove: number;
  readonly tokens: readonly FoundToken[];
}

/** Tokens by collection. Groups that we did not write belong to one collection of that name. */
export function foundCollections(root: Json, name: string): FoundCollection[] {
  const marked = Object.entries(root).filter(
    ([, group]) => isObject(group) && typeof ownOf(group).collection === 'string',
  );
  const found = marked.map(([key, group]) => {
    const { collection, modes, hiddenFromPublishing } = ownOf(group as Json);
    const names = Array.isArray(modes) ? modes.filter((mode) => typeof mode === 'string') : [];
    const tokens = tokensIn(group as Json, [key], root.$type);
    const isHidden = hiddenFromPublishing === true;
    return { name: String(collection), modes: names, hiddenFromPublishing: isHidden, stepsAbove: 1, tokens };
  });
  const keys = new Set(marked.map(([key]) => key));
  const others = Object.fromEntries(Object.entries(root).filter(([key]) => !keys.has(key)));
  const tokens = tokensIn(others, [], undefined);
  return tokens.length === 0
    ? found
    : [...found, { name, modes: [], hiddenFromPublishing: false, stepsAbove: 0, tokens }];
}

/** Deeper than any real file nests groups. */
const mostLevels = 200;

/** @throws TokensRefused */
function tokensIn(group: Json, path: readonly string[], type: unknown): FoundToken[] {
  const found: FoundToken[] = [];
  const pending = [{ node: group, path, type }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, path } = next;
    if (path.length > mostLevels) throw new TokensRefused(`Groups are more than ${mostLevels} levels deep.`);
    const type = node.$type ?? next.type;
    if (Object.hasOwn(node, '$value')) {
      found.push(tokenAt(node, path, type));
      continue;
    }
    const below = Object.entries(node).flatMap(([key, value]) =>
      isObject(value) && (!key.startsWith('$') || key === '$root')
        ? [{ node: value, path: [...path, key], type }]
        : [],
    );
    for (const one of below.reverse()) pending.push(one);
  }
  return found;
}

const tokenAt = (node: Json, path: readonly string[], type: unknown): FoundToken => ({
  path,
  value: node.$value,
  own: ownOf(node),
  type: typeof type === 'string' ? type : undefined,
  description: typeof node.$description === 'string' ? node.$description : undefined,
});

function ownOf({ $extensions }: Json): Json {
  const own = isObject($extensions) ? $extensions[extensionKey] : undefined;
  return isObject(own) ? own : {};
}
