import { join } from 'node:path';
import { interleaved, median } from '../medians.ts';
import type { Row } from '../results.ts';
import type { Measured, Stage } from '../stage.ts';
import { askWell } from '../timed-client.ts';
import { putContent, startVitrine, type Vitrine } from '../vitrine.ts';

export const boundNodes = 10_000;
const files = { small: 20_000, large: 200_000 };
const json = { 'content-type': 'application/json' };

/** One colour changed that 10,000 nodes are bound to, until the changed document is served. */
export async function measureFollowing({ folder, rounds, say }: Stage): Promise<Measured> {
  say('Following a colour');
  const vitrine = await startVitrine(join(folder, 'follow'), Object.keys(files));
  try {
    const small = await openFollowing(vitrine, 'small', files.small);
    const large = await openFollowing(vitrine, 'large', files.large);
    await interleaved(2, { small, large });
    const times = await interleaved(rounds, { small, large });
    return { rows: rowsOf(median(times.small), median(times.large)), facts: [] };
  } finally {
    await vitrine.stop();
  }
}

function rowsOf(small: number, large: number): Row[] {
  const work = 'One colour changed that 10,000 nodes are bound to, until a node is served with it';
  return [
    {
      work: `${work}, file of 200,000 nodes`,
      reference: '–',
      ours: large,
      theirs: 1,
      ratio: large,
      unit: 'ms',
      limit: { atMost: 1000 },
      absolute: true,
    },
    {
      work: 'The same',
      reference: 'in a file of 20,000 nodes',
      ours: large,
      theirs: small,
      ratio: large / small,
      unit: 'ms',
      limit: { atMost: 1.5 },
    },
  ];
}

/** Fills a file, and answers what changes its colour and waits for it. */
export async function openFollowing(
  vitrine: Vitrine,
  key: string,
  nodes: number,
): Promise<() => Promise<number>> {
  const { client } = vitrine;
  const post = async (changes: object) => {
    const body = Buffer.from(JSON.stringify(changes));
    const { bytes } = await askWell(client, `/v1/files/${key}/variables`, {
      method: 'POST',
      headers: json,
      body,
    });
    return JSON.parse(bytes.toString()).meta.tempIdToRealId as Record<string, string>;
  };
  const { ink, mode } = await post({
    variableCollections: [{ action: 'CREATE', id: 'theme', name: 'Theme', initialModeId: 'mode' }],
    variables: [
      { action: 'CREATE', id: 'ink', name: 'ink', variableCollectionId: 'theme', resolvedType: 'COLOR' },
    ],
  });
  await putContent(vitrine, key, documentOf(nodes, String(ink)));
  let changes = 0;
  return async () => {
    changes += 1;
    const r = (changes % 100) / 100;
    const startedAt = performance.now();
    await post({ variableModeValues: [{ variableId: ink, modeId: mode, value: { r, g: 0, b: 0, a: 1 } }] });
    const { bytes } = await askWell(client, `/v1/files/${key}/nodes?ids=1:0`);
    if (!bytes.includes(`{"r":${r},`)) throw new Error('The document does not follow its variable.');
    return performance.now() - startedAt;
  };
}

/** Frames of 20 rectangles, of which as many as are wanted are bound, evenly through the whole document. */
function documentOf(nodes: number, variable: string): Buffer {
  const every = nodes / boundNodes;
  const boundVariables = { color: { type: 'VARIABLE_ALIAS', id: variable } };
  const paint = { blendMode: 'NORMAL', type: 'SOLID', color: { r: 0, g: 0, b: 0, a: 1 } };
  const rectangle = (index: number) => ({
    id: `1:${index}`,
    name: `Shape ${index}`,
    type: 'RECTANGLE',
    scrollBehavior: 'SCROLLS',
    fills: [index % every === 0 ? { ...paint, boundVariables } : paint],
    strokes: [],
    strokeWeight: 1,
    strokeAlign: 'INSIDE',
    cornerRadius: 8,
    effects: [],
    absoluteBoundingBox: { x: index % 400, y: Math.floor(index / 400) * 40, width: 343, height: 32 },
    constraints: { vertical: 'TOP', horizontal: 'LEFT' },
  });
  const frame = (index: number) => ({
    id: `2:${index}`,
    name: `Screen ${index}`,
    type: 'FRAME',
    scrollBehavior: 'SCROLLS',
    children: Array.from({ length: 20 }, (_, place) => rectangle(index * 20 + place)),
  });
  const children = Array.from({ length: nodes / 20 }, (_, index) => frame(index));
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', scrollBehavior: 'SCROLLS', children };
  return Buffer.from(
    JSON.stringify({ document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] } }),
  );
}
