/** Where a value stands in an answer; its text is made for those that differ alone. */
export interface Place {
  readonly above: Place | undefined;
  /** A property, or an element of a list. */
  readonly step: string | number;
  /** Of an element that is known by an id: that. */
  readonly id?: string | undefined;
}

/** Names that are ids: of nodes, variables, collections, modes, files, images. */
const idLike = /^(I?\d+:\d+.*|[A-Za-z]+ID:.+|\d+|[0-9a-f]{16,}|(?=.*\d)(?=.*[A-Z])\w{20,})$/;

/** The value itself, as `document.children[0:1].children[1:2].name`. */
export const placeText = (place: Place | undefined): string =>
  joined(stepsOf(place).map(({ step, id }) => (typeof step === 'number' ? `[${id ?? step}]` : `.${step}`)));

/**
 * All values of its kind, as `document.children[*].name`: whatever the element, the id, and for children the depth.
 */
export function patternOf(place: Place | undefined): string {
  const steps: string[] = [];
  for (const { step } of stepsOf(place)) {
    const isChild = typeof step === 'number' && steps.at(-1) === '.children';
    if (isChild && steps.at(-2) === '[*]' && steps.at(-3) === '.children') steps.pop();
    else
      steps.push(isChild ? '[*]' : typeof step === 'number' ? '[]' : idLike.test(step) ? '.{}' : `.${step}`);
  }
  return joined(steps);
}

function stepsOf(place: Place | undefined): Place[] {
  const steps: Place[] = [];
  for (let at = place; at !== undefined; at = at.above) steps.push(at);
  return steps.reverse();
}

const joined = (steps: readonly string[]): string => steps.join('').replace(/^\./, '');
