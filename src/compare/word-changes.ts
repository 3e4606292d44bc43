/** Part of a text that stayed, went or came. */
export interface WordChange {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Longer texts are told as a whole. */
const longestText = 20_000;
/** Words that went or came, up to which the least is looked for; beyond, the differing middle is told as a whole. */
const mostSteps = 200;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * A text as words that stayed, went and came, as few as can be. Scripts without spaces are cut into words by their
 * dictionaries. Undefined for texts that are too long, or have nothing in common.
 */
export function wordChanges(before: string, after: string): readonly WordChange[] | undefined {
  if (Math.max(before.length, after.length) > longestText) return undefined;
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const start = commonLength(old, now);
  const end = commonLength(old.slice(start).reverse(), now.slice(start).reverse());
  const middle = [old.slice(start, old.length - end), now.slice(start, now.length - end)] as const;
  const changes: WordChange[] = [
    ...old.slice(0, start).map(same),
    ...changesBetween(...middle),
    ...old.slice(old.length - end).map(same),
  ];
  return changes.some(({ kind, text }) => kind === 'same' && text.trim() !== '')
    ? joined(changes)
    : undefined;
}

const wordsOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);
const same = (text: string): WordChange => ({ kind: 'same', text });
const removed = (text: string): WordChange => ({ kind: 'removed', text });
const added = (text: string): WordChange => ({ kind: 'added', text });

function commonLength(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length++;
  return length;
}

/** Where a path through both lists stands: words of the earlier by their number of those that came, less those that went. */
type Ends = ReadonlyMap<number, number>;

/** The shortest way from one list of words to the other, by the algorithm of Myers. */
function changesBetween(old: readonly string[], now: readonly string[]): WordChange[] {
  const ends: Map<number, number>[] = [];
  let last = new Map([[1, 0]]);
  for (let steps = 0; steps <= Math.min(mostSteps, old.length + now.length); steps++) {
    const next = new Map<number, number>();
    for (let line = -steps; line <= steps; line += 2) {
      const isDown = goesDown(last, line, steps);
      let x = isDown ? (last.get(line + 1) ?? 0) : (last.get(line - 1) ?? 0) + 1;
      while (x < old.length && x - line < now.length && old[x] === now[x - line]) x++;
      next.set(line, x);
      if (x >= old.length && x - line >= now.length) return wayBack(old, now, ends);
    }
    ends.push(next);
    last = next;
  }
  return [...old.map(removed), ...now.map(added)];
}

/** Whether the furthest way to a line comes by a word that came, and not by one that went. */
const goesDown = (last: Ends, line: number, steps: number): boolean =>
  line === -steps || (line !== steps && (last.get(line - 1) ?? -1) < (last.get(line + 1) ?? -1));

function wayBack(old: readonly string[], now: readonly string[], ends: readonly Ends[]): WordChange[] {
  const way: WordChange[] = [];
  let [x, y] = [old.length, now.length];
  for (const [place, last] of [...ends.entries()].reverse()) {
    const line = x - y;
    const isDown = goesDown(last, line, place + 1);
    const from = isDown ? line + 1 : line - 1;
    const fromX = last.get(from) ?? 0;
    const [startX, startY] = isDown ? [fromX, fromX - from + 1] : [fromX + 1, fromX - from];
    for (; x > startX && y > startY; x--, y--) way.push(same(old[x - 1]!));
    way.push(isDown ? added(now[startY - 1]!) : removed(old[startX - 1]!));
    [x, y] = [fromX, fromX - from];
  }
  for (; x > 0; x--) way.push(same(old[x - 1]!));
  return way.reverse();
}

/** Neighbours of a kind as one, what went before what came; a space between two that changed changed with them. */
function joined(changes: readonly WordChange[]): WordChange[] {
  const parts: WordChange[] = [];
  let [went, came, between] = ['', '', ''];
  const end = (): void => {
    if (went !== '') parts.push(removed(went));
    if (came !== '') parts.push(added(came));
    if (between !== '') parts.push(same(between));
    [went, came, between] = ['', '', ''];
  };
  for (const { kind, text } of changes) {
    const isSame = kind === 'same';
    if (isSame && (between !== '' || text.trim() !== '' || went + came === '')) {
      if (went + came !== '') end();
      const last = parts.at(-1);
      if (last?.kind === 'same') parts[parts.length - 1] = same(last.text + text);
      else parts.push(same(text));
    } else if (isSame) between = text;
    else {
      if (went + came !== '') [went, came] = [went + between, came + between];
      between = '';
      if (kind === 'removed') went += text;
      else came += text;
    }
  }
  end();
  return parts;
}
