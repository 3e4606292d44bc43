/** Where a value stands in an answer; its text is made for those that differ alone. */
export interface Place {
  readonly above: Place | undefined;
  /** A property, or an element of a list. */
  readonly step: string | number;
  /** Of an element that is known by an id: that. */
  readonly id?: string | undefined;
  /** Once it was asked for. */
  pattern?: Pattern;
}

/** All places of a kind: whatever the element, the id, and for children the depth. One for each kind. */
export interface Pattern {
  readonly above: Pattern | undefined;
  readonly step: string;
  readonly depth: number;
  readonly below: Map<string, Pattern>;
}

/** Names that are ids: of nodes, variables, collections, modes, files, images. */
const idLike = /^(I?\d+:\d+.*|[A-Za-z]+ID:.+|\d+|[0-9a-f]{16,}|(?=.*\d)(?=.*[A-Z])\w{20,})$/;

/** Of what is nested deeper all is one kind, and so many steps of a place are told. */
const mostSteps = 256;

/** The value itself, as `document.children[0:1].children[1:2].name`. */
export function placeText(place: Place | undefined): string {
  const steps: string[] = [];
  let at = place;
  for (; at !== undefined && steps.length < mostSteps; at = at.above)
    steps.push(typeof at.step === 'number' ? `[${at.id ?? at.step}]` : `.${at.step}`);
  return (at === undefined ? '' : '…') + joined(steps.reverse());
}

export const anyPlace = (): Pattern => ({ above: undefined, step: '', depth: 0, below: new Map() });

/** The pattern of a place below `root`; those of the places above it are found once. */
export function patternOf(place: Place | undefined, root: Pattern): Pattern {
  const unknown: Place[] = [];
  let at = place;
  for (; at !== undefined && at.pattern === undefined; at = at.above) unknown.push(at);
  let pattern = at?.pattern ?? root;
  for (let one = unknown.pop(); one !== undefined; one = unknown.pop()) {
    pattern = patternBelow(pattern, one.step);
    one.pattern = pattern;
  }
  return pattern;
}

/** As `document.children[*].name`. */
export function patternText(pattern: Pattern): string {
  const steps: string[] = pattern.depth === mostSteps ? ['…'] : [];
  for (let at: Pattern | undefined = pattern; at !== undefined; at = at.above) steps.push(at.step);
  return joined(steps.reverse());
}

function patternBelow(pattern: Pattern, step: string | number): Pattern {
  const { above } = pattern;
  const isChild = typeof step === 'number' && pattern.step === '.children';
  if (isChild && above?.step === '[*]' && above.above?.step === '.children') return above;
  if (pattern.depth === mostSteps) return pattern;
  const name = isChild ? '[*]' : typeof step === 'number' ? '[]' : idLike.test(step) ? '.{}' : `.${step}`;
  const known = pattern.below.get(name);
  if (known !== undefined) return known;
  const made = { above: pattern, step: name, depth: pattern.depth + 1, below: new Map() };
  pattern.below.set(name, made);
  return made;
}

const joined = (steps: readonly string[]): string => steps.join('').replace(/^\./, '');
