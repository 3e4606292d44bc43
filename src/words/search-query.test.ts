import { describe, expect, it } from 'vitest';
import { marksOf } from './index-words.ts';
import type { NodeWords } from './node-words.ts';
import { rankOf, type ranks, type SearchQuery, searchQuery, soughtFor } from './search-query.ts';
import { snippetOf } from './snippet.ts';

const node = (name: string, text = '', more: Partial<NodeWords> = {}): NodeWords => ({
  id: '1:1',
  type: 'TEXT',
  name,
  text,
  fonts: [],
  components: [],
  styles: [],
  variables: [],
  ...more,
});

/** The rank by which a node is found, where the index finds it too, and no other. */
function found(query: SearchQuery, one: NodeWords, page?: string) {
  const rank = rankOf(query, one, page);
  const marks = [...marksOf(one, page)];
  const isIn = (each: (typeof ranks)[number]) =>
    soughtFor(query, each)?.every(({ word, isBeginning }) =>
      isBeginning ? marks.some((mark) => mark.startsWith(word)) : marks.includes(word),
    ) ?? false;
  if (rank !== undefined) expect(isIn(rank)).toBe(true);
  return rank;
}

describe('Words', () => {
  it.each([
    ['Buy now', 'Label', 'Buy now', 1],
    ['buy NOW ', 'Label', 'Buy now', 1],
    ['label', 'Label', 'Buy now', 1],
    ['now buy', 'Label', 'Buy now', 2],
    ['label buy', 'Label', 'Buy now', 2],
    ['bu', 'Label', 'Buy now', 3],
    ['uy', 'Label', 'Buy now', undefined],
    ['buy later', 'Label', 'Buy now', undefined],
    ['cafe', 'CAFÉ au lait', '', 2],
    ['CAFÉ', 'cafe au lait', '', 2],
    ['button', 'primaryButton', '', 2],
    ['primarybu', 'primaryButton', '', 3],
    ['primary', 'Button/Primary_hover', '', 2],
    ['hover', 'Button/Primary-hover', '', 2],
    ['2026', 'Plan 2026', '', 2],
    ['x', 'x-axis', '', 2],
    ['x', 'xylophone', '', undefined],
    ['設計', 'ボタンの設計書', '', 2],
    ['計', 'ボタンの設計書', '', 2],
    ['書', 'ボタンの設計書', '', 2],
    ['設書', 'ボタンの設計書', '', undefined],
    ['ボタンの設計書', 'ボタンの設計書', '', 1],
    ['ซื้อ', 'กดเพื่อซื้อเลย', '', 2],
    ['iPhone設計', '新iPhone設計図', '', 2],
    ['주문', '주문하기', '', 3],
    ['"buy" AND (now*)', 'Label', 'Buy and now', 2],
  ] as const)('%s in %s, %s: rank %s', (query, name, text, rank) => {
    expect(found(searchQuery(query, []), node(name, text))).toBe(rank);
  });

  it.each(['', ' ', '"', '***', 'AND', '()', '\0', '\u202e', ':*', "' & '"])(
    'of %j nothing is made up',
    (text) => {
      expect(searchQuery(text, []).words.map((word) => word.text)).toEqual(text === 'AND' ? ['and'] : []);
    },
  );
});

it('Facts have to hold, with words or alone', () => {
  const one = node('Label', 'Buy', {
    fonts: ['Open Sans'],
    styles: ['7:1', 'key7'],
    components: ['5:1'],
    variables: ['VariableID:1:2'],
  });
  const facts = [
    ['type', 'TEXT'] as const,
    ['font', 'open sans'] as const,
    ['style', 'key7'] as const,
    ['component', '5:1'] as const,
    ['variable', 'VariableID:1:2'] as const,
    ['page', '0:1'] as const,
  ];
  expect(found(searchQuery('', facts), one, '0:1')).toBe(1);
  expect(found(searchQuery('buy', facts), one, '0:1')).toBe(1);
  expect(found(searchQuery('sell', facts), one, '0:1')).toBeUndefined();
  for (const [kind] of facts) expect(found(searchQuery('', [[kind, 'other']]), one, '0:1')).toBeUndefined();
});

it('A snippet shows the part of a long text in which the words stand', () => {
  const text = `${'Lorem ipsum dolor '.repeat(30)}Bestellung ${'sit amet '.repeat(30)}`;
  const shown = snippetOf(text, searchQuery('bestellung', []).words);
  expect(shown).toMatch(/^….*Bestellung.*…$/);
  expect(shown.length).toBeLessThan(165);
  expect(snippetOf('Buy\n now', [])).toBe('Buy now');
});
