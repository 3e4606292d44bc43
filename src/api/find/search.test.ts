import { beforeAll, describe, expect, it } from 'vitest';
import { castWorkspace, files, projects, smallDesign, team } from '../../testing/cast.ts';
import { onServersOfBothEngines } from '../../testing/server-on-both-engines.ts';

interface FoundHit {
  readonly file_key: string;
  readonly node_id: string;
}

/** A page with texts on it. */
function design(...texts: object[]) {
  const frame = { id: '1:1', type: 'FRAME', name: 'Card', children: texts };
  const page = { id: '0:1', type: 'CANVAS', name: 'Shop page', children: [frame] };
  const components = { '5:1': { key: 'componentkey', name: 'Icon', description: '', remote: false } };
  const styles = {
    '7:1': { key: 'stylekey', name: 'Ink', styleType: 'FILL', remote: false, description: '' },
  };
  const document = { id: '0:0', type: 'DOCUMENT', name: 'Document', children: [page] };
  return { document, components, componentSets: {}, styles, schemaVersion: 0, name: 'Shop' };
}
const text = (id: string, characters: string, more: object = {}) => ({
  id,
  type: 'TEXT',
  name: `Label ${id}`,
  characters,
  ...more,
});

onServersOfBothEngines('A search', castWorkspace(), ({ play }) => {
  type Who = Parameters<typeof play>[0];
  const search = (query: Record<string, string>, who: Who = 'alice') =>
    play(who, `GET /workspace/v1/search?${new URLSearchParams(query)}`);
  const found = async (query: Record<string, string>, who: Who = 'alice') =>
    (await search(query, who)).json.hits.map(({ file_key, node_id }: FoundHit) => `${file_key} ${node_id}`);
  const push = (key: string, body: object) => play('alice', `PUT /workspace/v1/files/${key}/content`, body);
  const soon = (query: Record<string, string>, who: Who = 'alice') =>
    expect.poll(() => found(query, who), { interval: 100 });

  beforeAll(async () => {
    await push(
      files.open,
      design(
        text('1:2', 'Buy now', { style: { fontFamily: 'Open Sans' }, styles: { fill: '7:1' } }),
        text('1:3', 'now you buy more', {
          boundVariables: { fills: [{ type: 'VARIABLE_ALIAS', id: 'VariableID:1:2' }] },
        }),
        text('1:4', 'nowhere buyable'),
        text('1:5', `${'Lorem ipsum. '.repeat(60)}設計書を購入する ${'Dolor sit. '.repeat(60)}`),
        { id: '1:6', type: 'INSTANCE', name: 'Icon', componentId: '5:1' },
        text('1:7', 'Sold out', { visible: false }),
      ),
    );
    await push(files.inviteOnly, design(text('1:2', 'Secret purchase')));
  });

  it('finds who says just that first, then who says the words, then who says longer ones', async () => {
    await soon({ q: 'buy now' }).toEqual([1, 2, 3].map((rank) => `${files.open} 1:${rank + 1}`));
    const { json } = await search({ q: 'BUY NOW', page_size: '1' });
    expect(json.hits).toEqual([
      {
        file_key: files.open,
        file_name: 'Design open',
        node_id: '1:2',
        name: 'Label 1:2',
        type: 'TEXT',
        path: ['Shop page', 'Card'],
        snippet: 'Buy now',
        thumbnail_url: expect.stringContaining('http'),
        url: expect.stringMatching(/\/design\/castOpenFile\/Design-open\?node-id=1-2$/),
      },
    ]);
  });

  it('gives the document of a file the picture of the file', async () => {
    const [hit] = (await search({ q: 'design open', type: 'DOCUMENT' })).json.hits;
    const { file } = (await play('alice', `GET /v1/files/${files.open}/meta`)).json;
    expect(hit.thumbnail_url).toBe(file.thumbnail_url);
  });

  it('promises no picture of a node that is hidden', async () => {
    const [hit] = (await search({ q: 'sold out' })).json.hits;
    expect(hit).toMatchObject({ node_id: '1:7', thumbnail_url: '' });
  });

  it('goes on behind the end of a page, across ranks', async () => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const { json } = await search({ q: 'buy now', page_size: '1', ...(cursor && { cursor }) });
      ids.push(...json.hits.map(({ node_id }: FoundHit) => node_id));
      cursor = json.next_cursor;
    } while (cursor !== undefined);
    expect(ids).toEqual(['1:2', '1:3', '1:4']);
  });

  it('finds what scripts without spaces hold, with the part of the text around it', async () => {
    for (const q of ['設計', '購', '書を購入']) expect(await found({ q })).toEqual([`${files.open} 1:5`]);
    expect(await found({ q: '計設' })).toEqual([]);
    const [hit] = (await search({ q: '購入' })).json.hits;
    expect(hit.snippet).toMatch(/^….*設計書を購入する.*…$/);
  });

  it.each([
    [{ type: 'INSTANCE', file: files.open }, ['1:6']],
    [{ q: 'now', font: 'open sans' }, ['1:2']],
    [{ style: 'stylekey' }, ['1:2']],
    [{ style: '7:1' }, ['1:2']],
    [{ component: 'componentkey' }, ['1:6']],
    [{ component: '5:1' }, ['1:6']],
    [{ variable: 'VariableID:1:2' }, ['1:3']],
    [{ q: 'buy', page: '0:1' }, ['1:2', '1:3', '1:4']],
    [{ q: 'buy', page: '0:2' }, []],
    [{ q: 'shop page', project: projects.open }, ['0:1']],
    [{ q: 'buy', project: projects.open }, ['1:2', '1:3', '1:4']],
    [{ q: 'buy', project: projects.viewOnly }, []],
    [{ q: 'buy', team }, ['1:2', '1:3', '1:4']],
    [{ q: 'buy', file: files.viewOnly }, []],
  ] as const)('with %j finds %j', async (query, ids) => {
    expect(await found(query)).toEqual(ids.map((id) => `${files.open} ${id}`));
  });

  it('finds files by their names, and by new ones once they are renamed', async () => {
    expect(await found({ q: 'design open' })).toEqual([`${files.open} 0:0`]);
    await play('alice', `PATCH /workspace/v1/files/${files.open}`, { name: 'Catalogue' });
    expect(await found({ q: 'design open' })).toEqual([]);
    await soon({ q: 'catalogue' }).toEqual([`${files.open} 0:0`]);
  });

  describe('of rights', () => {
    it('finds, counts and names nothing of what the caller does not see', async () => {
      await soon({ q: 'purchase' }).toEqual([`${files.inviteOnly} 1:2`]);
      expect(await found({ q: 'purchase' }, 'carla')).toHaveLength(1);
      const [hidden, missing] = [
        await search({ q: 'purchase' }, 'bob'),
        await search({ q: 'nothing' }, 'bob'),
      ];
      expect(hidden.text).toBe(missing.text);
      expect(await found({ q: 'buy' }, 'dan')).toEqual([]);
    });

    it.each([
      [{ file: files.open }, { file: 'nothing' }],
      [{ project: projects.open }, { project: '555' }],
      [{ team }, { team: '555' }],
    ])('answers %j to a stranger as it does %j', async (hidden, missing) => {
      const [one, other] = [
        await search({ q: 'buy', ...hidden }, 'dan'),
        await search({ q: 'buy', ...missing }, 'dan'),
      ];
      expect([one.status, one.text]).toEqual([404, other.text]);
    });

    it('follows them at once', async () => {
      const link = (access: string) =>
        play('alice', `PATCH /workspace/v1/files/${files.inviteOnly}`, { link_access: access });
      expect((await link('org_view')).status).toBe(200);
      expect(await found({ q: 'purchase' }, 'bob')).toHaveLength(1);
      expect(await found({ q: 'purchase' }, 'dan')).toEqual([]);
      await link('view');
      expect(await found({ q: 'purchase' }, 'dan')).toEqual([]);
      expect(await found({ q: 'purchase', file: files.inviteOnly }, 'dan')).toHaveLength(1);
      await link('inherit');
      expect(await found({ q: 'purchase' }, 'bob')).toEqual([]);
    });
  });

  it('never shows what a version took away, and finds what it brought soon after', async () => {
    await push(files.open, smallDesign('Fresh'));
    expect(await found({ q: 'buy now' })).toEqual([]);
    await soon({ q: 'fresh' }).toEqual([`${files.open} 1:2`, `${files.open} 1:4`]);
  });

  it('finds nothing of a file from its deletion on', async () => {
    await soon({ q: 'purchase' }).toHaveLength(1);
    await play('alice', `DELETE /workspace/v1/files/${files.inviteOnly}`);
    expect(await found({ q: 'purchase' })).toEqual([]);
  });

  it.each([
    [{}, 'Say what is sought'],
    [{ q: ' ' }, 'Say what is sought'],
    [{ q: '"*()' }, 'Invalid value for "q": there is no letter and no digit in it.'],
    [{ q: '\0' }, 'Text with a NUL character is not taken.'],
    [{ q: 'word '.repeat(21) }, 'Invalid value for "q": it has 21 words, and may have 20.'],
    [{ q: 'x'.repeat(10_000) }, 'q'],
    [{ q: 'x', cursor: 'x' }, 'Invalid value for "cursor"'],
    [{ q: 'x', page_size: '101' }, 'page_size'],
  ])('refuses %.60j with a sentence', async (query, sentence) => {
    const { status, json } = await search(query);
    expect([status, json.err]).toEqual([400, expect.stringContaining(sentence)]);
  });

  it.each(['e', 'AND', 'NEAR(a b)', "'; drop table files", 'a:* & !b', '-x', 'w*', '"open'])(
    'takes %s for words',
    async (q) => {
      expect((await search({ q })).status).toBe(200);
    },
  );
});
