import { exactNodeId } from '../contract/branded-ids.ts';
import { inVoid } from '../document/in-void.ts';
import { compareDocuments } from './compare-documents.ts';
import { type EntryChange, entryChanges } from './entry-changes.ts';
import type { ChangeKind, NodeChange, PropertyChange, Versions } from './node-change.ts';
import { pathOf } from './node-path.ts';
import { isTooLong, longestShown, membersText } from './shown-values.ts';
import { type Siblings, siblingsOf } from './siblings.ts';
import { type Variables, variableChanges } from './variable-changes.ts';
import { wordChanges } from './word-changes.ts';

/** How many of each kind there are. */
export type ChangeCounts = Record<ChangeKind, number>;

/** What a page says beside the changes that it shows. */
export interface ChangePageHead {
  /** Of all changes, whatever page they are on. */
  readonly counts: ChangeCounts;
  /** How many the page shows. */
  readonly shown: number;
  /** Whether there are changes behind these. */
  readonly hasMore: boolean;
}

export interface ChangePage {
  readonly head: ChangePageHead;
  /** Each change as JSON, with commas in between: kind, id, name, type, path and properties. */
  readonly text: string;
}

interface PageBounds {
  /** Changes that came before the page. */
  readonly skipped: number;
  readonly mostChanges: number;
}

const noChanges: ChangePage = {
  head: { counts: { added: 0, removed: 0, moved: 0, changed: 0 }, shown: 0, hasMore: false },
  text: '',
};

/**
 * Compares two documents whole, and prints a part of what changed. Yields after each node.
 * Takes memory for that part alone.
 */
export function changePage(versions: Versions, bounds: PageBounds): Generator<void, ChangePage> {
  return goOn(noChanges, bounds, documentChanges(versions));
}

/** The page with what changed of the variables of both versions, where both are known, behind the documents' changes. */
export function* withVariables(
  page: ChangePage,
  bounds: PageBounds,
  variables: { readonly before: Variables; readonly after: Variables } | undefined,
): Generator<void, ChangePage> {
  if (variables === undefined) return page;
  return yield* goOn(page, bounds, changesOfVariables(variables.before, variables.after));
}

/** A change that is printed where a page shows it. */
interface Printable {
  readonly kind: ChangeKind;
  readonly text: () => Generator<void, string>;
}

function* goOn(
  { head: before, text: first }: ChangePage,
  { skipped, mostChanges }: PageBounds,
  further: Iterable<Printable | undefined>,
): Generator<void, ChangePage> {
  const counts = { ...before.counts };
  let { shown } = before;
  let text = first;
  let found = Object.values(counts).reduce((sum, count) => sum + count, 0);
  for (const change of further) {
    yield;
    if (change === undefined) continue;
    counts[change.kind]++;
    found++;
    if (found <= skipped || shown === mostChanges || text.length > longestShown) continue;
    text += `${shown === 0 ? '' : ','}${yield* change.text()}`;
    shown++;
  }
  return { head: { counts, shown, hasMore: found > skipped + shown }, text };
}

function* documentChanges(versions: Versions): Generator<Printable | undefined, void> {
  const siblings = { before: siblingsOf(versions.before), after: siblingsOf(versions.after) };
  for (const change of compareDocuments(versions))
    yield change && { kind: change.kind, text: () => nodeText(versions, change, siblings) };
  for (const change of entryChanges(versions))
    yield change && { kind: kindOf(change), text: () => entryText(versions, change) };
}

function* changesOfVariables(before: Variables, after: Variables): Generator<Printable | undefined, void> {
  for (const change of variableChanges(before, after)) {
    if (change === undefined) {
      yield;
      continue;
    }
    const { properties, ...head } = change;
    yield { kind: head.kind, text: () => changeText(head, properties) };
  }
}

interface BothSiblings {
  readonly before: Siblings;
  readonly after: Siblings;
}

function kindOf({ before, after }: EntryChange): ChangeKind {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

function* nodeText(versions: Versions, change: NodeChange, siblings: BothSiblings): Generator<void, string> {
  const [snapshot, index] =
    change.kind === 'removed' ? [versions.before, change.before] : [versions.after, change.after];
  const { id, shortName: name, type } = snapshot.node(index);
  const head = { kind: change.kind, id, name, type, path: pathOf(snapshot, index) };
  if (change.kind === 'changed') return yield* changeText(head, change.differing);
  return yield* changeText(head, change.kind === 'moved' ? placesOf(versions, change, siblings) : []);
}

function* placesOf(
  versions: Versions,
  { before, after }: { readonly before: number; readonly after: number },
  siblings: BothSiblings,
): Generator<PropertyChange | undefined> {
  const from = yield* inVoid(siblings.before(before));
  const to = yield* inVoid(siblings.after(after));
  const id = (of: 'before' | 'after', parent: number) => JSON.stringify(versions[of].node(parent).id);
  const [old, now] = [id('before', from.parent), id('after', to.parent)];
  if (old !== now) yield { property: 'parent', before: old, after: now };
  yield { property: 'index', before: String(from.place), after: String(to.place) };
}

/** Under its node where there is one; a style is told by its own name. */
function* entryText(versions: Versions, { map, id, before, after }: EntryChange): Generator<void, string> {
  const index = versions.after.find(exactNodeId(id));
  const property = { components: 'component', componentSets: 'componentSet', styles: 'style' }[map];
  const text = after ?? before ?? '{}';
  const { name = '' }: { name?: string } = isTooLong(text) ? {} : JSON.parse(text);
  const type = map === 'styles' ? 'STYLE' : undefined;
  const kind = kindOf({ map, id, before, after });
  const node = index === undefined ? undefined : versions.after.node(index);
  const head = { kind, id, name: node?.shortName ?? name, type: type ?? node?.type ?? 'COMPONENT', path: [] };
  return yield* changeText(head, [{ property, before, after }]);
}

function* changeText(
  head: object,
  properties: Iterable<PropertyChange | undefined>,
): Generator<void, string> {
  let text = `${JSON.stringify(head).slice(0, -1)},"properties":[`;
  let separator = '';
  for (const property of properties) {
    yield;
    if (property === undefined) continue;
    text += separator + propertyText(property, text.length > longestShown);
    separator = ',';
  }
  return `${text}]}`;
}

function propertyText(change: PropertyChange, isFull: boolean): string {
  const name = `{"property":${JSON.stringify(change.property)}`;
  if (isFull || isTooLong(change.sizeBytes)) return `${name},"too_long":true}`;
  const { property, before, after } = change;
  if (isTooLong(before) || isTooLong(after)) return `${name},"too_long":true}`;
  const words = property === 'characters' ? wordsText(before, after) : undefined;
  return `${name}${membersText({ before, after, words })}}`;
}

/** The two values of a text as words that stayed, went and came; undefined where they are none, or have none in common. */
function wordsText(before = 'null', after = 'null'): string | undefined {
  const [old, now]: unknown[] = [JSON.parse(before), JSON.parse(after)];
  if (typeof old !== 'string' || typeof now !== 'string') return undefined;
  return JSON.stringify(wordChanges(old, now));
}
