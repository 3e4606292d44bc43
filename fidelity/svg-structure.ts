/** An element of an SVG: its name, how deep it lies, and its attributes in their order. */
interface SvgElement {
  readonly tag: string;
  readonly depth: number;
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

const tags = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:.-]+\s*=\s*"[^"]*")*)\s*(\/?)>/g;
const attributes = /([\w:.-]+)\s*=\s*"([^"]*)"/g;

/** Reads the elements of the two programs compared here: no comments, no CDATA, attributes in double quotes. */
export function readElements(svg: string): SvgElement[] {
  const elements: SvgElement[] = [];
  let depth = 0;
  for (const [, closing, tag = '', text = '', empty] of svg.matchAll(tags)) {
    if (closing) depth -= 1;
    else elements.push({ tag, depth, attributes: attributesOf(text) });
    if (!closing && !empty) depth += 1;
  }
  return elements;
}

const attributesOf = (text: string): SvgElement['attributes'] =>
  [...text.matchAll(attributes)].map(([, name = '', value = '']) => [name, value]);

/** What an id ends with: the exported node. */
const idSuffix = /^(?:[a-z]+\d+(?:_[a-z]+)?|path-\d+-(?:in|out)side-\d+)_(\d+_\d+)(?:_clip_path)?$/;

/** Layers inside of instances have ids that somebody made up; they agree with all others. */
function madeUpSuffix(elements: readonly SvgElement[]): string | undefined {
  const ids = elements.flatMap((element) => element.attributes.filter(([name]) => name === 'id'));
  const suffix = ids.map(([, id]) => idSuffix.exec(id)?.[1]).find((found) => found !== undefined);
  return suffix?.startsWith('0_') ? suffix : undefined;
}

const numbers = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g;

/** Whether two values are the same text but for their numbers, and these nearly the same. */
function isSameValue(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.replace(numbers, '#') !== other.replace(numbers, '#')) return false;
  const [ours, theirs] = [one, other].map((value) => (value.match(numbers) ?? []).map(Number));
  return ours!.every((value, index) => Math.abs(value - theirs![index]!) <= 0.01 + 1e-3 * Math.abs(value));
}

/** What the picture says better: where a path runs, and the bytes of images. */
const comparedByPicture = new Set(['d', 'xlink:href']);

/** Names must be the same; references and colours too, since no number in them may differ. */
const exact = new Set([
  'id',
  'fill',
  'stroke',
  'stop-color',
  'mask',
  'filter',
  'clip-path',
  'result',
  'in',
  'in2',
]);

function compareElements(ours: SvgElement, theirs: SvgElement): string | undefined {
  if (ours.tag !== theirs.tag || ours.depth !== theirs.depth)
    return `${print(ours)} instead of ${print(theirs)}`;
  const names = ({ attributes }: SvgElement): string => attributes.map(([name]) => name).join(' ');
  if (names(ours) !== names(theirs)) return `${print(ours)} instead of ${print(theirs)}`;
  const different = ours.attributes.find(([name, value], index) => {
    const their = theirs.attributes[index]![1];
    if (comparedByPicture.has(name)) return false;
    return exact.has(name) ? value !== their : !isSameValue(value, their);
  });
  return different && `${print(ours)} instead of ${print(theirs)}: ${different[0]}`;
}

const short = (value: string): string => (value.length > 60 ? `${value.slice(0, 57)}…` : value);

const print = ({ tag, attributes }: SvgElement): string =>
  `<${[tag, ...attributes.map(([name, value]) => `${name}="${short(value)}"`)].join(' ')}>`;

/**
 * Says how the structure of two SVGs differs: elements and their order, attributes and theirs, ids, references,
 * colours, numbers but for small differences. Empty where they are built alike.
 */
export function compareSvgStructure(ours: string, theirs: string): string[] {
  const their = readElements(theirs);
  const suffix = madeUpSuffix(their);
  const our = readElements(ours);
  const ownSuffix = suffix && madeUpSuffix(our);
  const adapted = ownSuffix ? readElements(ours.replaceAll(`_${ownSuffix}`, `_${suffix}`)) : our;
  if (adapted.length !== their.length) return [countDifference(adapted, their)];
  return adapted.flatMap((element, index) => compareElements(element, their[index]!) ?? []);
}

/** Where the lists part, when one of them is longer. */
function countDifference(ours: readonly SvgElement[], theirs: readonly SvgElement[]): string {
  const index = ours.findIndex((element, place) => element.tag !== theirs[place]?.tag);
  const place = index < 0 ? ours.length : index;
  const [our, their] = [ours[place], theirs[place]].map((element) => (element ? print(element) : 'the end'));
  return `${ours.length} elements instead of ${theirs.length}; first ${our} instead of ${their}`;
}
