import { isDeepStrictEqual } from 'node:util';
import { alsoImplies } from '../document/implied-properties.ts';
import { glyphsKey, pluginKeys } from '../document/node-keys.ts';
import { patchNode } from '../document/patch-node.ts';
import type { Patch } from '../document/patches.ts';
import type { JsonRecord } from '../render/scene/json-values.ts';
import type { Draft } from './draft.ts';
import type { DraftNode } from './draft-node.ts';
import { namedIn } from './named-in.ts';

/** Nodes of the document that are there still, with other properties than before. */
export function* otherNodes(draft: Draft): Generator<undefined, DraftNode[]> {
  const others: DraftNode[] = [];
  for (const node of draft.given) {
    yield;
    if (node.row !== undefined && draft.isThere(node) && !isDeepStrictEqual(node.before, node.own))
      others.push(node);
  }
  return others;
}

/**
 * What makes a document the changed one where it lies; undefined where it has to be written anew: nodes stand
 * otherwise, or say what the compiled document has tables of.
 */
export function* patchesOf(draft: Draft, others: readonly DraftNode[]): Generator<void, Patch[] | undefined> {
  if (draft.restructured.size > 0 || draft.entries.size > 0) return undefined;
  const patches: Patch[] = [];
  let bytes = 0;
  for (const { row, before, own } of others) {
    yield;
    if (row === undefined || before === undefined || !(yield* isPatchable(before, own))) return undefined;
    const made = patchNode(yield* draft.snapshot.ownPropertiesInSteps(row), before, own);
    bytes += made.reduce((sum, patch) => sum + patch.bytes.length, 0);
    if (bytes > Math.max(leastRewritten, draft.snapshot.prefix.length / 4)) return undefined;
    for (const patch of made) patches.push(patch);
  }
  return patches;
}

/** Of smaller documents a difference may be as large as they are. */
const leastRewritten = 1024 * 1024;

/** Properties that the compiled document finds, or draws conclusions from. */
const compiled = new Set(['id', 'type', 'styles', 'componentId', 'children', glyphsKey, ...pluginKeys]);

function* isPatchable(before: JsonRecord, own: JsonRecord): Generator<void, boolean> {
  const keys = Object.keys({ ...before, ...own }).filter(
    (key) => before[key] !== own[key] || pluginKeys.has(key),
  );
  if (keys.some((key) => compiled.has(key) || alsoImplies(key) || !Object.hasOwn(own, key))) return false;
  // The compiled document says where a name stands: one that is none, or was none, has no such place.
  if (keys.includes('name') && [before, own].some(({ name }) => typeof name !== 'string')) return false;
  const was = yield* namedIn(keys.map((key) => before[key]));
  const is = yield* namedIn(keys.map((key) => own[key]));
  return isDeepStrictEqual(was, is) && !keys.some((key) => key.startsWith('Variable'));
}
