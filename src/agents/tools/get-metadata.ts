import { z } from 'zod';
import { agentTool, textContent } from '../agent-tool.ts';
import { maxTokens, namedNode, nodeArguments, unusedArguments } from '../arguments.ts';
import { attributes } from '../markup.ts';
import type { NodeTree, TreeNode } from '../node-tree.ts';
import { type Element, readOutline } from '../outline.ts';

/** The bones of a design: what lies in what, and where. */
export const getMetadata = agentTool({
  name: 'get_metadata',
  title: 'Outline of a design',
  description:
    'Ids, types, names, places and sizes of a node and what lies in it, as XML. Without a node: the pages of the file with what lies on them. An element that lacks children says how many (more-children): ask for it by its id.',
  input: z.object({ ...nodeArguments, maxTokens, ...unusedArguments }),
  run: async (args, ask) =>
    textContent(await readOutline(ask, namedNode(args), { maxTokens: args.maxTokens, elementOf })),
});

function elementOf(node: TreeNode, _tree: NodeTree, parent: TreeNode | undefined): Element {
  const name = node.type.toLowerCase().replaceAll('_', '-');
  const { id, name: title, visible } = node;
  const head = `<${name}${attributes({
    id,
    name: title,
    ...placeOf(node, parent),
    hidden: visible === false ? 'true' : undefined,
    component: node.componentId,
  })}`;
  return { name, head };
}

/** Where a node lies in its parent, and how large it is, in pixels. */
function placeOf(
  { absoluteBoundingBox: box }: TreeNode,
  parent: TreeNode | undefined,
): Record<string, number> {
  if (!box) return {};
  const { x, y } = parent?.absoluteBoundingBox ?? { x: 0, y: 0 };
  return {
    x: rounded(box.x - x),
    y: rounded(box.y - y),
    width: rounded(box.width),
    height: rounded(box.height),
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
