import { bytesOfBody } from './body-text.ts';
import { decodeString, type Span } from './json-spans.ts';
import { membersInSteps } from './json-spans-in-steps.ts';
import { atOnce } from './run-at-once.ts';
import type { Snapshot } from './snapshot.ts';

/** Where the properties of a node lie in the bytes of what it says of itself. */
export interface NodeSpans {
  readonly bytes: Buffer;
  readonly spans: ReadonlyMap<string, Span>;
}

interface Selected {
  /** Vector data too. */
  readonly geometry?: boolean;
  /** And what plugins wrote. */
  readonly everything?: boolean;
}

/** A longer value is left out of {@link someValues}. */
export const mostValueBytes = 1024 * 1024;

/** The properties of one node without its children. In steps, whatever it holds: a name or a list of megabytes. */
export function* nodeSpans(
  snapshot: Snapshot,
  index: number,
  { geometry = false, everything = false }: Selected = {},
): Generator<void, NodeSpans> {
  const body = snapshot.subtree(index, { depth: 0, geometry, everything });
  const bytes = yield* bytesOfBody(snapshot, body);
  const spans = new Map<string, Span>();
  for (const { keyStart, keyEnd, start, end } of yield* membersInSteps(bytes, 0))
    spans.set(decodeString(bytes, keyStart, keyEnd), { start, end });
  return { bytes, spans };
}

/** The JSON text of a property. */
export const textOfSpan = ({ bytes }: NodeSpans, { start, end }: Span): string =>
  bytes.toString('utf8', start, end);

/** Properties of one node, each as JSON text, where they are not too long; of these keys, or all. In steps. */
export function* someValues(
  snapshot: Snapshot,
  index: number,
  keys?: ReadonlySet<string>,
): Generator<void, ReadonlyMap<string, string>> {
  const node = yield* nodeSpans(snapshot, index);
  const values = new Map<string, string>();
  let length = 0;
  for (const key of keys ?? node.spans.keys()) {
    const span = node.spans.get(key);
    if (span === undefined || span.end - span.start > mostValueBytes) continue;
    values.set(key, textOfSpan(node, span));
    length += span.end - span.start;
    if (length <= mostValueBytes) continue;
    yield;
    length = 0;
  }
  return values;
}

/**
 * The properties of one node, each as JSON text, without its children and what plugins wrote; vector data where it is
 * asked for, or everything. As text, since a value may be nested deeper than it could be printed again. At once: for
 * work in threads of its own, and for documents that are changed.
 */
export function nodeValues(
  snapshot: Snapshot,
  index: number,
  selected: Selected = {},
): ReadonlyMap<string, string> {
  const node = atOnce(nodeSpans(snapshot, index, selected));
  return new Map([...node.spans].map(([key, span]) => [key, textOfSpan(node, span)]));
}

/** A property as an object; empty where it is none. */
export function objectOf(values: ReadonlyMap<string, string>, key: string): Record<string, unknown> {
  const value: unknown = JSON.parse(values.get(key) ?? 'null');
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
