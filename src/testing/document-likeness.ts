/** A node of an answer. */
export interface AnsweredNode {
  readonly id: string;
  readonly type?: string;
  readonly children?: readonly AnsweredNode[];
  readonly [property: string]: unknown;
}

interface Share {
  readonly equal: number;
  readonly of: number;
}

/** How like an expected tree ours is. */
export interface Likeness {
  /** Nodes that are there under their ids. */
  readonly ids: Share;
  /** Properties that are equal, numbers within a thousandth; what texts look like is not among them. */
  readonly properties: Share;
  /** The same of `style` and `styleOverrideTable`. */
  readonly styles: Share;
  /** Properties that are equal to the last bit. */
  readonly exact: Share;
  /** What is missing or otherwise in ours: `1:5 fills[0].color.r: 1 is 0.5`. */
  readonly misses: readonly string[];
  /** What ours has and the expected tree has not: `1:5 fills[0].gifRef`. */
  readonly more: readonly string[];
}

export const nodesBelow = (node: AnsweredNode): AnsweredNode[] => [
  node,
  ...(node.children ?? []).flatMap(nodesBelow),
];

const ofTexts = new Set(['style', 'styleOverrideTable']);

/** Compares each property of each node of a tree with ours; of children only which they are, and their order. */
export function likenessOf(expected: AnsweredNode, own: AnsweredNode): Likeness {
  const ours = new Map(nodesBelow(own).map((node) => [node.id, node]));
  const tally = { ids: [0, 0], properties: [0, 0], styles: [0, 0], exact: [0, 0] };
  const [misses, more]: string[][] = [[], []];
  const count = (name: keyof typeof tally, isEqual: boolean) => {
    tally[name][0]! += Number(isEqual);
    tally[name][1]! += 1;
  };
  for (const theirs of nodesBelow(expected)) {
    const found = ours.get(theirs.id);
    count('ids', found !== undefined);
    if (found === undefined) misses!.push(`${theirs.id} is not there`);
    for (const property of Object.keys(theirs)) {
      const [one, other] = [flat(theirs, property), flat(found, property)];
      const differences = [...differencesOf(one, other, property)];
      count(ofTexts.has(property) ? 'styles' : 'properties', differences.length === 0);
      count('exact', differencesOf(one, other, property, 0).next().done === true);
      misses!.push(...differences.map((difference) => `${theirs.id} ${difference}`));
    }
    more!.push(...[...surplusOf(theirs, found ?? {}, '')].map((place) => `${theirs.id} ${place}`));
  }
  const share = ([equal = 0, of = 0]: number[]): Share => ({ equal, of });
  return {
    ids: share(tally.ids),
    properties: share(tally.properties),
    styles: share(tally.styles),
    exact: share(tally.exact),
    misses: misses!,
    more: more!,
  };
}

const flat = (node: AnsweredNode | undefined, property: string): unknown =>
  property === 'children' ? node?.children?.map(({ id }) => id) : node?.[property];

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Where a value is not as expected, by place. */
function* differencesOf(
  expected: unknown,
  own: unknown,
  place: string,
  tolerance = 0.001,
): Generator<string> {
  if (typeof expected === 'number' && typeof own === 'number' && Math.abs(expected - own) <= tolerance)
    return;
  if (!isObject(expected) || !isObject(own)) {
    if (!Object.is(expected, own)) yield `${place}: ${JSON.stringify(expected)} is ${JSON.stringify(own)}`;
    return;
  }
  if (Array.isArray(expected) && expected.length !== (own as unknown as unknown[]).length)
    yield `${place}: ${expected.length} are ${String(own.length)}`;
  for (const [key, value] of Object.entries(expected))
    yield* differencesOf(value, own[key], placeIn(expected, place, key), tolerance);
}

/** What a value of ours has beside what is expected; of children nothing, since they are nodes of their own. */
function* surplusOf(expected: unknown, own: unknown, place: string): Generator<string> {
  if (!isObject(expected) || !isObject(own)) return;
  for (const [key, value] of Object.entries(own)) {
    const at = placeIn(expected, place, key);
    if (!(key in expected)) yield at;
    else if (at !== 'children') yield* surplusOf(expected[key], value, at);
  }
}

const placeIn = (parent: Fields, place: string, key: string): string =>
  Array.isArray(parent) ? `${place}[${key}]` : place === '' ? key : `${place}.${key}`;

/** `8 of 8` */
export const shareText = ({ equal, of }: Share): string => `${equal} of ${of}`;
