import { isDeepStrictEqual } from 'node:util';
import { interleaved, median } from '../medians.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';
import { putContent } from '../vitrine.ts';

interface AnyNode {
  readonly id: string;
  readonly children?: readonly AnyNode[];
}

/** Before the first that counts: they find their code not compiled yet, which makes them two to four times as long. */
const warmUpCalls = 20;

/** Two versions of the 27 MB document that differ in one frame, from the request to the whole answer. */
export async function measureComparison({ vitrine, documents, rounds, say }: Stage): Promise<Measured> {
  say('Comparing two versions');
  const { bytes } = await askWell(vitrine.client, '/v1/files/big/versions?page_size=1');
  const [{ id: from }] = JSON.parse(Buffer.from(bytes).toString()).versions;
  const changed = withOneFrameChanged(documents.big);
  await putContent(vitrine, 'big', changed);
  const path = `/workspace/v1/files/big/diff?from=${from}`;
  const { summary } = JSON.parse(Buffer.from((await askWell(vitrine.client, path)).bytes).toString());
  if (summary.changed !== 2) throw new Error(`${summary.changed} nodes are told as changed, and two were.`);
  const ours = async () => (await askWell(vitrine.client, path)).milliseconds;
  await interleaved(warmUpCalls, { ours });
  const times = await interleaved(rounds, {
    ours,
    theirs: async () => parseAndCompare(documents.big, changed),
  });
  await putContent(vitrine, 'big', documents.big);
  const medians = { ours: median(times.ours), theirs: median(times.theirs) };
  return {
    rows: [
      {
        work: 'Comparison of two versions of the 27 MB document, one frame changed',
        reference: '`JSON.parse` of both and `isDeepStrictEqual`',
        ours: medians.ours,
        theirs: medians.theirs,
        ratio: medians.theirs / medians.ours,
        unit: 'ms',
        limit: { atLeast: 50 },
      },
    ],
    facts: [],
  };
}

/** A frame and its first node are renamed in the document's own text, so that nothing else differs. */
function withOneFrameChanged(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString();
  const file = JSON.parse(text) as { document: AnyNode };
  const frame = file.document.children?.at(1)?.children?.at(250);
  const renamed = [frame, frame?.children?.[0]].reduce(
    (before, node) => before.replace(`"id":"${node?.id}","name":"`, '$&Renamed '),
    text,
  );
  return Buffer.from(renamed);
}

function parseAndCompare(one: Uint8Array, other: Uint8Array): number {
  const startedAt = performance.now();
  isDeepStrictEqual(JSON.parse(Buffer.from(one).toString()), JSON.parse(Buffer.from(other).toString()));
  return performance.now() - startedAt;
}
