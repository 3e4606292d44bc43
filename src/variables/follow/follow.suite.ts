import { loadYoga } from 'yoga-layout/load';
import { exactNodeId } from '../../contract/branded-ids.ts';
import { textOfBody } from '../../document/body-text.ts';
import { type ByteSource, memorySource } from '../../document/byte-source.ts';
import { compileSnapshot } from '../../document/compile-snapshot.ts';
import { openSnapshot } from '../../document/open-snapshot.ts';
import { patchList } from '../../document/patches.ts';
import { readRestSource } from '../../import/rest/read-rest-source.ts';
import type { VariablesState } from '../state.ts';
import { followNodes } from './follow-nodes.ts';
import { followLayout } from './layout/follow-layout.ts';
import { planLayout } from './layout/layout-plan.ts';
import type { MeasureText } from './layout/sizes.ts';

export interface TestNode {
  readonly id: string;
  readonly type: string;
  readonly children?: readonly TestNode[];
  readonly [property: string]: unknown;
}

const yoga = await loadYoga();

function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function countedSource(bytes: Uint8Array): ByteSource & { reads(): number } {
  const memory = memorySource(bytes);
  let reads = 0;
  return {
    ...memory,
    read(position, length) {
      reads += 1;
      return memory.read(position, length);
    },
    readInto(target, position) {
      reads += 1;
      memory.readInto(target, position);
    },
    reads: () => reads,
  };
}

/** A document with the nodes on one page, compiled once; each change of variables lies over the ones before. */
export function openDocument(nodes: readonly TestNode[], measure?: MeasureText) {
  const page = { id: '0:1', type: 'CANVAS', children: nodes };
  const text = JSON.stringify({ document: { id: '0:0', type: 'DOCUMENT', children: [page] } });
  const bytes = Buffer.concat(compileSnapshot(readRestSource(Buffer.from(text))).chunks);
  let patches = patchList([]);
  const source = countedSource(bytes);
  const now = () => openSnapshot(source, patches);
  return {
    /** How often the source was read so far. */
    reads: source.reads,
    follow(before: VariablesState, after: VariablesState): void {
      const document = now();
      const followed = finish(followNodes(document, before, after));
      const plan = finish(planLayout(document, followed.moving));
      const moved = finish(followLayout(document, plan, { yoga, measure }));
      patches = patchList([...patches.patches, ...followed.patches, ...moved]);
    },
    /** The nodes on the page as answers with vector data show them. */
    nodes(): TestNode[] {
      const document = now();
      const whole = JSON.parse(textOfBody(document, document.subtree(0, { geometry: true })));
      return whole.children[0].children;
    },
    node(id: string): TestNode {
      const document = now();
      const index = document.find(exactNodeId(id));
      if (index === undefined) throw new Error(`no node ${id}`);
      return JSON.parse(textOfBody(document, document.subtree(index, { geometry: true })));
    },
  };
}
