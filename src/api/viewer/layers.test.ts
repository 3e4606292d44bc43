import { describe, expect, it } from 'vitest';
import { castServer, files, smallDesign } from '../../testing/cast.ts';

const { play } = castServer();
const anyone = { token: null };
const path = `/viewer/v1/files/${files.open}`;

const openToAnyone = () => play('alice', `PATCH /workspace/v1/files/${files.open}`, { link_access: 'view' });
const asked = async (below: string) => {
  await openToAnyone();
  return play(anyone, `GET ${path}${below}`);
};

/** A page with so many nodes side by side. */
function wideDesign(count: number): Record<string, unknown> {
  const design = smallDesign('Wide') as { document: { children: { children: object[] }[] } };
  const [page] = design.document.children;
  const [first] = page?.children ?? [];
  if (page)
    page.children = Array.from({ length: count }, (_, at) => ({
      ...first,
      id: `9:${at}`,
      name: `N${at}`,
      children: [],
    }));
  return design;
}

describe('the layers of a file', () => {
  it('have names that are cut to what can be seen, and no panel for what says megabytes of itself', async () => {
    const design = smallDesign(`${'x'.repeat(5_000_000)}end`);
    const put = await play('alice', `PUT /workspace/v1/files/${files.open}/content`, design);
    expect(put.status, put.text).toBe(200);
    const seen = `${'x'.repeat(999)}\u2026`;
    expect((await asked('/nodes/0:1/children')).json.children[0].name).toBe(seen);
    const { frames, start, frame } = (await asked('/prototype')).json;
    expect([frames[0].name, start.name, frame.name]).toEqual([seen, seen, seen]);
    const hits = async (part: string) => (await asked(`/nodes?name=${part}`)).json.hits.length;
    expect([await hits('xx'), await hits('end')]).toEqual([1, 0]);
    const panel = await asked('/nodes/1:2');
    expect([panel.status, panel.text.slice(0, 300)]).toEqual([400, expect.stringContaining('not shown')]);
    expect((await asked('/nodes/1:3')).json.path.map(({ name }: { name: string }) => name)).toEqual([
      'Page 1',
      seen,
      'Picture',
    ]);
  });

  it('are listed for a page, with what a list has to know of each', async () => {
    expect((await asked('/nodes/0:1/children')).json).toEqual({
      children: [
        {
          id: '1:2',
          name: 'Open',
          type: 'FRAME',
          has_children: true,
          bounds: { x: 0, y: 0, width: 100, height: 50 },
        },
      ],
      count: 1,
    });
  });

  it('are listed for a node, the uppermost first, hidden and locked ones told apart', async () => {
    const design = smallDesign('New') as { document: { children: { children: { children: object[] }[] }[] } };
    const frame = design.document.children[0]?.children[0];
    if (frame)
      frame.children = [
        { ...frame.children[0], visible: false },
        { ...frame.children[1], locked: true },
      ];
    await play('alice', `PUT /workspace/v1/files/${files.open}/content`, design);
    const { children } = (await asked('/nodes/1-2/children')).json;
    expect(children).toMatchObject([
      { id: '1:4', locked: true, has_children: false },
      { id: '1:3', hidden: true },
    ]);
    expect(children[1]).not.toHaveProperty('locked');
  });

  it('say which layout grids are seen, and which layers stand where they say', async () => {
    const design = smallDesign('New') as { document: { children: { children: object[] }[] } };
    const [page] = design.document.children;
    const sizes = { sectionSize: 8, gutterSize: 0, offset: 0, count: -1 };
    const color = { r: 1, g: 0, b: 0, a: 0.1 };
    const grid = { pattern: 'GRID', alignment: 'MIN', visible: true, color, ...sizes };
    const wrong = [{ ...grid, visible: false }, { ...grid, count: 'many' }, { ...grid, color: 3 }, 7, null];
    const grids = (layoutGrids: unknown, at: number) => ({
      ...page?.children[0],
      id: `7:${at}`,
      children: [],
      layoutGrids,
    });
    if (page) page.children = [[grid, ...wrong], wrong, 'none', [], null].map(grids);
    Object.assign(page?.children[1] ?? {}, { layoutPositioning: 'ABSOLUTE' });
    const put = await play('alice', `PUT /workspace/v1/files/${files.open}/content`, design);
    expect(put.status, put.text).toBe(200);
    const { children } = (await asked('/nodes/0:1/children')).json;
    expect(children.map((layer: object) => 'layout_grids' in layer)).toEqual([...Array(4).fill(false), true]);
    expect(children[4].layout_grids).toEqual([grid]);
    expect(children.map(({ absolute }: { absolute?: boolean }) => absolute)).toEqual([
      undefined,
      undefined,
      undefined,
      true,
      undefined,
    ]);
  });

  it('come in pages of a thousand', async () => {
    await play('alice', `PUT /workspace/v1/files/${files.open}/content`, wideDesign(1001));
    const first = (await asked('/nodes/0:1/children')).json;
    expect([first.children.length, first.count, first.next_cursor]).toEqual([1000, 1001, '1000']);
    expect(first.children[0].name).toBe('N1000');
    const rest = (await asked('/nodes/0:1/children?cursor=1000')).json;
    expect([rest.children.length, rest.children[0].name, rest.next_cursor]).toEqual([1, 'N0', undefined]);
  });

  it.each(['0', '-1', 'x', '1e3', '99999999999'])('refuse the cursor %s', async (cursor) => {
    expect((await asked(`/nodes/0:1/children?cursor=${cursor}`)).status).toBe(400);
  });

  it.each(['9:9', '0:0', 'nonsense'])('are none of the node %s, which is not there', async (id) => {
    for (const below of ['', '/children'])
      expect((await asked(`/nodes/${id}${below}`)).json.err).toBe('Node not found');
  });

  it('tell a node without its children, and what lies around it', async () => {
    const { path: around, nodes } = (await asked('/nodes/1-4')).json;
    expect(around.map(({ id }: { id: string }) => id)).toEqual(['0:1', '1:2', '1:4']);
    expect(nodes['1:4'].document).toMatchObject({ id: '1:4', name: 'Title', characters: 'Open' });
    const frame = (await asked('/nodes/1:2')).json.nodes['1:2'];
    expect(frame.document.name).toBe('Open');
    expect(JSON.stringify(frame)).not.toContain('1:4');
  });

  it('are found by a part of their names, in capitals or not', async () => {
    expect((await asked('/nodes?name=tITl')).json).toMatchObject({
      hits: [{ layer: { id: '1:4', name: 'Title' }, page: '0:1' }],
      has_more: false,
    });
    expect((await asked('/nodes?name=Page')).json.hits).toEqual([]);
    expect((await asked('/nodes')).status).toBe(400);
  });

  it('are found two hundred at the most, and it is said that there are more', async () => {
    await play('alice', `PUT /workspace/v1/files/${files.open}/content`, wideDesign(201));
    const { hits, has_more } = (await asked('/nodes?name=n')).json;
    expect([hits.length, has_more]).toEqual([200, true]);
  });

  it.each([['/nodes/0:1/children'], ['/nodes/1:2'], ['/nodes?name=a']])(
    'of a closed file answer like those of a missing one: %s',
    async (below) => {
      const answers = [
        await play(anyone, `GET ${path}${below}`),
        await play(anyone, `GET /viewer/v1/files/nobodysFile${below}`),
      ];
      expect(answers.map(({ status, json }) => [status, json.err])).toEqual(
        answers.map(() => [404, 'File not found']),
      );
    },
  );

  it('of an older version are not for whom the link alone lets in', async () => {
    await openToAnyone();
    const { json } = await play('alice', `GET /v1/files/${files.open}/versions`);
    const version = json.versions[0].id;
    for (const below of ['?', '/nodes/0:1/children?', '/nodes/1:2?', '/nodes?name=a&']) {
      const answer = await play(anyone, `GET ${path}${below}version=${version}`);
      expect([answer.status, answer.json.err]).toEqual([404, 'Version not found']);
    }
  });
});

describe('the gaps of a file', () => {
  it('are vectors without outlines that would be seen, and families of texts that the server has no fonts of', async () => {
    const design = smallDesign('Gaps') as {
      document: { children: { children: { children: object[] }[] }[] };
    };
    const frame = design.document.children[0]?.children[0];
    const [picture, text] = frame?.children ?? [];
    const vector = { ...picture, type: 'VECTOR' };
    const inFont = (id: string, fontFamily: string, more: object = {}) => ({
      ...text,
      id,
      style: { fontFamily, fontWeight: 400, ...more },
    });
    const lettered = { fontPostScriptName: 'NobodySans-Regular' };
    if (frame)
      frame.children = [
        { ...vector, id: '2:1', name: 'Lost' },
        { ...vector, id: '2:2', fillGeometry: [{ path: 'M0 0L9 0L9 9Z', windingRule: 'NONZERO' }] },
        { ...vector, id: '2:3', visible: false },
        { ...vector, id: '2:4', fills: [], strokes: [] },
        inFont('2:5', 'Inter'),
        inFont('2:6', 'Nobody Sans'),
        inFont('2:7', 'Nobody Sans', lettered),
        inFont('2:8', 'Nobody Sans'),
      ];
    await play('alice', `PUT /workspace/v1/files/${files.open}/content`, design);
    const { vectors, fonts, may_add_fonts: mayAdd } = (await asked('/gaps')).json;
    expect(mayAdd).toBe(false);
    expect(vectors).toMatchObject({
      count: 1,
      layers: [{ layer: { id: '2:1', name: 'Lost' }, page: '0:1' }],
    });
    expect(fonts).toMatchObject([
      {
        family: 'Nobody Sans',
        count: 3,
        layers: ['2:6', '2:7', '2:8'].map((id) => ({ layer: { id }, page: '0:1' })),
      },
    ]);
  });

  it('are none of a file that is not open, like one that does not exist', async () => {
    expect((await play(anyone, `GET ${path}/gaps`)).status).toBe(404);
  });
});
