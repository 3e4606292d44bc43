import { tokensOf } from './markup.ts';
import { levelOrder, type NodeTree, type TreeNode } from './node-tree.ts';

/** An element of an outline: `<frame id="1:2"` without its end, and the text in it. */
export interface Element {
  readonly name: string;
  readonly head: string;
  readonly text?: string;
}

export interface OutlineOptions {
  readonly maxTokens: number;
  elementOf(node: TreeNode, parent: TreeNode | undefined): Element;
}

export interface Outline {
  readonly text: string;
  /** Whether nodes were left out for being too many. */
  readonly isCut: boolean;
}

/**
 * A tree as nested elements within a budget. Upper levels go before lower ones, so that what is cut is detail; an
 * element that lacks children says how many.
 */
export function outlineOf(tree: NodeTree, options: OutlineOptions): Outline {
  const elements = fitting(tree, options);
  const isCut = [...elements.keys()].some((node) => missing(node, elements) > 0);
  return { text: printed(tree.root, elements, ''), isCut };
}

/** Of which levels an outline tells: below the last that was read, it is not known what is there. */
const isTold = (level: number, { depth }: NodeTree): boolean => level === 0 || level < depth;

/** The elements that the budget holds, level by level. */
function fitting(tree: NodeTree, { maxTokens, elementOf }: OutlineOptions): Map<TreeNode, Element> {
  const elements = new Map<TreeNode, Element>();
  const parents = new Map<TreeNode, TreeNode>();
  let left = maxTokens;
  for (const { node, level } of levelOrder(tree.root)) {
    if (!isTold(level, tree)) break;
    for (const child of node.children ?? []) parents.set(child, node);
    const element = elementOf(node, parents.get(node));
    left -= tokensOf(element.head + (element.text ?? '')) + level + 4;
    if (left < 0 && level > 0) break;
    elements.set(node, element);
  }
  return elements;
}

function missing({ children = [] }: TreeNode, elements: ReadonlyMap<TreeNode, Element>): number {
  return children.filter((child) => !elements.has(child)).length;
}

function printed(node: TreeNode, elements: ReadonlyMap<TreeNode, Element>, indent: string): string {
  const element = elements.get(node);
  if (element === undefined) return '';
  const { name, head, text = '' } = element;
  const left = missing(node, elements);
  const begin = `${indent}${head}${left === 0 ? '' : ` more-children="${left}"`}`;
  const children = (node.children ?? []).map((child) => printed(child, elements, `${indent}  `)).join('');
  if (children !== '') return `${begin}>\n${children}${indent}</${name}>\n`;
  return text === '' ? `${begin} />\n` : `${begin}>${text}</${name}>\n`;
}
