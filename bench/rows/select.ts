import { interleaved, median } from '../medians.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';

interface AnyNode {
  readonly type: string;
  readonly layoutMode?: string;
  readonly style?: { readonly fontFamily?: string };
  readonly children?: readonly AnyNode[];
}

const selector = 'FRAME[layoutMode=NONE] > TEXT[style.fontFamily="Poppins"]';

/** A selector over the 27 MB document, from the request to the whole answer. */
export async function measureSelection({ vitrine, documents, rounds, say }: Stage): Promise<Measured> {
  say('Selecting nodes');
  const path = `/workspace/v1/files/big/select?selector=${encodeURIComponent(selector)}`;
  // The first one begins the thread.
  await askWell(vitrine.client, path);
  const times = await interleaved(rounds, {
    ours: async () => (await askWell(vitrine.client, path)).milliseconds,
    theirs: async () => parseAndWalk(documents.big),
  });
  const [ours, theirs] = [median(times.ours), median(times.theirs)];
  return {
    rows: [
      {
        work: 'A selector over the 27 MB document of 40,000 nodes',
        reference: '`JSON.parse` and a recursive walk',
        ours,
        theirs,
        ratio: theirs / ours,
        unit: 'ms',
        limit: { atLeast: 10 },
      },
    ],
    facts: [],
  };
}

function parseAndWalk(bytes: Uint8Array): number {
  const startedAt = performance.now();
  const { document } = JSON.parse(Buffer.from(bytes).toString()) as { document: AnyNode };
  const found: AnyNode[] = [];
  collect(document, undefined, found);
  return performance.now() - startedAt;
}

function collect(node: AnyNode, parent: AnyNode | undefined, found: AnyNode[]): void {
  const isInFrame = parent?.type === 'FRAME' && (parent.layoutMode ?? 'NONE') === 'NONE';
  if (isInFrame && node.type === 'TEXT' && node.style?.fontFamily === 'Poppins') found.push(node);
  for (const child of node.children ?? []) collect(child, node, found);
}
