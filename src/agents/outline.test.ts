import { expect, test } from 'vitest';
import { levelOrder, type NodeTree, type TreeNode } from './node-tree.ts';
import { outlineOf } from './outline.ts';

const several = (count: number, prefix: string, more: Partial<TreeNode> = {}): TreeNode[] =>
  Array.from({ length: count }, (_, at) => ({ id: `${prefix}:${at}`, type: 'FRAME', ...more }) as TreeNode);

const treeOf = (children: readonly TreeNode[]): NodeTree => ({
  root: { id: '0:0', type: 'CANVAS', children } as TreeNode,
  depth: Number.POSITIVE_INFINITY,
  components: {},
  componentSets: {},
  styles: {},
});

/** The outline, after how many steps it was there, and of how many nodes an element was made. */
function outlined(tree: NodeTree, maxTokens: number) {
  let made = 0;
  const work = outlineOf(tree, {
    maxTokens,
    elementOf: ({ id }) => {
      made += 1;
      return { name: 'node', head: `<node id="${id}"` };
    },
  });
  for (let steps = 0; ; steps += 1) {
    const { done, value: text } = work.next();
    if (done) return { text, steps, made };
  }
}

test('an outline takes a step for each element that it shows, and looks at no more nodes than that', () => {
  const tree = treeOf(several(100_000, '1'));
  const { text, steps, made } = outlined(tree, 2000);
  const shown = text.split('<node ').length - 1;
  expect(shown).toBeGreaterThan(100);
  expect([steps, made]).toEqual([shown, shown + 1]);
  expect(text).toContain(`<node id="0:0" more-children="${100_000 - (shown - 1)}">`);
});

test('an outline shows the first children of a level, and says of each element how many it lacks', () => {
  const tree = treeOf(several(2, '1', { children: several(300, '2') }));
  const { text } = outlined(tree, 1500);
  const parts = text.split('  <node id="1:');
  expect(parts).toHaveLength(3);
  const shown = parts.slice(1).map((part) => part.split('id="2:').length - 1);
  expect(shown[0]).toBeGreaterThan(50);
  expect(parts[1]).toContain(`more-children="${300 - (shown[0] ?? 0)}"`);
  expect(parts[2]).toContain('more-children="300"');
});

test('nodes of a tree come level by level with what they lie in, as they are asked for', () => {
  const [first, second] = several(2, '1', { children: several(1, '2') });
  const { root } = treeOf([first!, second!]);
  const order = [...levelOrder(root)].map(({ node, level, parent }) => [node.id, level, parent?.id]);
  expect(order).toEqual([
    ['0:0', 0, undefined],
    ['1:0', 1, '0:0'],
    ['1:1', 1, '0:0'],
    ['2:0', 2, '1:0'],
    ['2:0', 2, '1:1'],
  ]);
});
