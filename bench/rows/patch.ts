import { interleaved, median } from '../medians.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';
import { putContent } from '../vitrine.ts';

interface AnyNode {
  readonly id: string;
  readonly type: string;
  readonly children?: readonly AnyNode[];
}

/** Other words for one text of the 27 MB document, from the request until the node is answered with them. */
export async function measurePatch({ vitrine, documents, rounds, say }: Stage): Promise<Measured> {
  say('Changing one text');
  const file = JSON.parse(Buffer.from(documents.big).toString()) as { document: AnyNode };
  const id = firstText(file.document)?.id;
  if (id === undefined) throw new Error('The document has no text.');
  let count = 0;
  const patch = async (): Promise<number> => {
    const startedAt = performance.now();
    const operations = [{ op: 'set', id, properties: { characters: `Changed ${++count} times` } }];
    const body = Buffer.from(JSON.stringify({ operations }));
    await askWell(vitrine.client, '/workspace/v1/files/big/nodes', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await askWell(vitrine.client, `/v1/files/big/nodes?ids=${id}`);
    return performance.now() - startedAt;
  };
  const times = await interleaved(rounds, {
    ours: patch,
    theirs: () => putContent(vitrine, 'big', documents.big),
  });
  await putContent(vitrine, 'big', documents.big);
  const [ours, theirs] = [median(times.ours), median(times.theirs)];
  return {
    rows: [
      {
        work: 'Other words for one text of the 27 MB document, until they are served',
        reference: 'import of the document anew',
        ours,
        theirs,
        ratio: ours / theirs,
        unit: 'ms',
        limit: { atMost: 0.3 },
      },
    ],
    facts: [],
  };
}

function firstText(node: AnyNode): AnyNode | undefined {
  if (node.type === 'TEXT') return node;
  for (const child of node.children ?? []) {
    const found = firstText(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
