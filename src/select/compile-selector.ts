import { compile } from 'css-select';
import { isTraversal, parse } from 'css-what';
import { likelyRows } from './likely-rows.ts';
import type { NodeTree, TreeNode } from './node-tree.ts';
import { SelectorRefused } from './selector-refused.ts';
import { spelledSelector } from './spelled-selector.ts';

/** A selector that was read. */
export interface CompiledSelector {
  /** Whether a node is meant. */
  readonly matches: (node: TreeNode) => boolean;
  /** The rows of all nodes that can be meant, in order; undefined where that may be any. */
  readonly rows: readonly number[] | undefined;
}

/** Of the engine's sentence, which quotes what it could not read. */
const longestReason = 200;

/** @throws SelectorRefused */
export function compileSelector(selector: string, tree: NodeTree): CompiledSelector {
  const spelled = spelledSelector(selector);
  try {
    const read = parse(spelled);
    if (read.some((parts) => isTraversal(parts.at(-1)!))) throw new Error('It ends with a combinator');
    const rows = likelyRows(read, tree);
    const options = { xmlMode: true, adapter: adapterOf(tree), pseudos: pseudosOf(tree) };
    return { matches: compile<TreeNode, TreeNode>(read, options), rows };
  } catch (error) {
    throw new SelectorRefused(`The selector cannot be read: ${reasonOf(error as Error)}.`);
  }
}

/** The engine quotes what stands where it stopped, which is nothing at the end. */
const reasonOf = ({ message }: Error): string =>
  message
    .slice(0, longestReason)
    .replace(/found \.?$/, 'found the end')
    .replace(/\.$/, '');

const adapterOf = (tree: NodeTree) => ({
  isTag: (_node: TreeNode): _node is TreeNode => true,
  getName: tree.type,
  getAttributeValue: tree.value,
  hasAttrib: tree.has,
  getParent: tree.parent,
  getChildren: (node: TreeNode) => tree.children(node) as TreeNode[],
  getSiblings: (node: TreeNode) => tree.siblings(node) as TreeNode[],
  prevElementSibling: tree.before,
  getText: () => '',
  removeSubsets: (nodes: TreeNode[]) => nodes,
});

/** Texts are searched once for all nodes, and not once for each. */
const pseudosOf = (tree: NodeTree) => ({
  contains: (node: TreeNode, words?: string | null) => tree.contains(node, words ?? '', false),
  icontains: (node: TreeNode, words?: string | null) => tree.contains(node, words ?? '', true),
});
