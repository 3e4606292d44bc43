import type { Snapshot } from '../document/snapshot.ts';
import type { EntryMap, EntryText } from '../document/snapshot-entries.ts';
import type { Versions } from './node-change.ts';
import { isSameJson } from './same-json.ts';

/** What is said of a component, a component set or a style beside the document, before and after, as JSON. */
export interface EntryChange {
  readonly map: EntryMap;
  readonly id: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * What changed in the three maps beside the document. Components and sets count where both versions have them, since
 * a new one is a new node or came with one. Undefined is a step that found nothing.
 */
export function* entryChanges({ before, after }: Versions): Generator<EntryChange | undefined, void> {
  if (before.entriesHash() === after.entriesHash()) return;
  const old = yield* entriesOf(before);
  const now = yield* entriesOf(after);
  for (const [key, { map, id }] of new Map([...old, ...now])) {
    const [earlier, later] = [old.get(key)?.text, now.get(key)?.text];
    const counts = map === 'styles' || (earlier !== undefined && later !== undefined);
    yield counts && !isSameJson(earlier, later) ? { map, id, before: earlier, after: later } : undefined;
  }
}

function* entriesOf(snapshot: Snapshot): Generator<undefined, Map<string, EntryText>> {
  const entries = new Map<string, EntryText>();
  for (const entry of snapshot.entryTexts()) {
    entries.set(`${entry.map} ${entry.id}`, entry);
    yield;
  }
  return entries;
}
