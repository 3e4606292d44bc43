import { readOwn } from '../../document/read-node.ts';
import type { Snapshot } from '../../document/snapshot.ts';
import { recordOf } from '../../render/scene/json-values.ts';
import type { ChosenModes } from '../resolve-value.ts';

/** The modes chosen at and above a node, the nearest choice first; nodes under the same choices share one map. */
export type ModesOfNodes = (index: number) => ChosenModes;

export function modesOfNodes(document: Snapshot): ModesOfNodes {
  const choosing = nodesThatChoose(document);
  if (choosing.size === 0) return () => noModes;
  const known = new Map<number, ChosenModes>();
  return (index) => {
    const way: number[] = [];
    let at: number | undefined = index;
    for (; at !== undefined && !known.has(at); at = document.node(at).parent) way.push(at);
    let modes = at === undefined ? noModes : (known.get(at) as ChosenModes);
    for (const place of way.reverse()) {
      if (choosing.has(place)) modes = new Map([...modes, ...choiceOf(document, place)]);
      known.set(place, modes);
    }
    return modes;
  };
}

const noModes: ChosenModes = new Map();

function nodesThatChoose(document: Snapshot): ReadonlySet<number> {
  const collections = document.boundIds().filter((id) => id.startsWith('VariableCollectionId:'));
  return new Set(collections.flatMap((id) => document.nodesBoundTo(id)));
}

function* choiceOf(document: Snapshot, index: number): Generator<[string, string]> {
  const chosen = recordOf(readOwn(document, index).explicitVariableModes) ?? {};
  for (const [collection, mode] of Object.entries(chosen))
    if (typeof mode === 'string') yield [collection, mode];
}
