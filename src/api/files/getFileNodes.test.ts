import { expect, it } from 'vitest';
import { castServer, files } from '../../testing/cast.ts';

const { play } = castServer();
const content = `PUT /workspace/v1/files/${files.open}/content`;

/** Frames inside of one another. */
function nested(levels: number): object {
  let frame: object | undefined;
  for (let level = levels; level-- > 0; )
    frame = { id: `1:${level}`, name: 'Frame', type: 'FRAME', children: frame === undefined ? [] : [frame] };
  const page = { id: '0:1', name: 'Page', type: 'CANVAS', children: [frame] };
  return { name: 'Deep', document: { id: '0:0', name: 'Document', type: 'DOCUMENT', children: [page] } };
}

const idsOf = (levels: number) => Array.from({ length: levels }, (_, level) => `1:${level}`).join();

it('A design asked for with each of its nodes is answered, down to 30 levels', async () => {
  await play('alice', content, nested(30));
  const { status, json } = await play('carla', `GET /v1/files/${files.open}/nodes?ids=${idsOf(30)}`);
  expect([status, Object.keys(json.nodes).length]).toEqual([200, 30]);
});

it.each(['', '&plugin_data=7', '&depth=5000'])(
  'Nodes nested in each other by thousands of levels are refused as too large together%s',
  async (more) => {
    await play('alice', content, nested(1000));
    const { status, json } = await play(
      'carla',
      `GET /v1/files/${files.open}/nodes?ids=${idsOf(1000)}${more}`,
    );
    expect([status, json.err]).toEqual([400, 'Request too large. If applicable, filter by query params.']);
  },
);
