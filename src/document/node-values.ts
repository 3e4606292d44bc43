import { textOfBody } from './body-text.ts';
import { decodeString, members } from './json-spans.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The properties of one node, each as JSON text, without its children and what plugins wrote; vector data where it is
 * asked for, or everything. As text, since a value may be nested deeper than it could be printed again.
 */
export function nodeValues(
  snapshot: Snapshot,
  index: number,
  { geometry = false, everything = false } = {},
): ReadonlyMap<string, string> {
  const text = Buffer.from(textOfBody(snapshot, snapshot.subtree(index, { depth: 0, geometry, everything })));
  const values = new Map<string, string>();
  for (const { keyStart, keyEnd, start, end } of members(text, 0))
    values.set(decodeString(text, keyStart, keyEnd), text.toString('utf8', start, end));
  return values;
}

/** A property as an object; empty where it is none. */
export function objectOf(values: ReadonlyMap<string, string>, key: string): Record<string, unknown> {
  const value: unknown = JSON.parse(values.get(key) ?? 'null');
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
