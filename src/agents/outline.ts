import type { NamedNode } from './arguments.ts';
import type { Ask } from './ask.ts';
import { tokensOf } from './markup.ts';
import { levelOrder, type NodeTree, readTree, type TreeNode } from './node-tree.ts';

/** An element of an outline: `<frame id="1:2"` without its end, and the text in it. */
export interface Element {
  readonly name: string;
  readonly head: string;
  readonly text?: string;
}

export interface OutlineOptions {
  readonly maxTokens: number;
  elementOf(node: TreeNode, tree: NodeTree, parent: TreeNode | undefined): Element;
}

/**
 * A node with what lies in it, read as deep as the budget has room for.
 * @throws Refused
 */
export async function readOutline(ask: Ask, named: NamedNode, options: OutlineOptions): Promise<string> {
  let text = '';
  await readTree(ask, named, async (tree) => {
    text = await ask.run(outlineOf(tree, options));
    return text.length > options.maxTokens * 3;
  });
  return text;
}

/**
 * A tree as nested elements within a budget; a step for each. Upper levels go before lower ones, so that what is cut
 * is detail; an element that lacks children says how many.
 */
export function* outlineOf(tree: NodeTree, options: OutlineOptions): Generator<void, string> {
  return printed(tree.root, yield* fitting(tree, options), '');
}

/** Of which levels an outline tells: below the last that was read, it is not known what is there. */
const isTold = (level: number, { depth }: NodeTree): boolean => level === 0 || level < depth;

interface ShownElement extends Element {
  /** Of the node's children so many are shown, from the first on. */
  shownChildren: number;
}

type ShownElements = Map<TreeNode, ShownElement>;

/** The elements that the budget holds, level by level. */
function* fitting(tree: NodeTree, { maxTokens, elementOf }: OutlineOptions): Generator<void, ShownElements> {
  const elements: ShownElements = new Map();
  let left = maxTokens;
  for (const { node, level, parent } of levelOrder(tree.root)) {
    if (!isTold(level, tree)) break;
    const { name, head, text = '' } = elementOf(node, tree, parent);
    left -= tokensOf(head + text) + level + 4;
    if (left < 0 && level > 0) break;
    elements.set(node, { name, head, text, shownChildren: 0 });
    const above = parent && elements.get(parent);
    if (above !== undefined) above.shownChildren += 1;
    yield;
  }
  return elements;
}

function printed(node: TreeNode, elements: ShownElements, indent: string): string {
  const element = elements.get(node);
  if (element === undefined) return '';
  const { name, head, text = '', shownChildren } = element;
  const { children = [] } = node;
  const left = children.length - shownChildren;
  const begin = `${indent}${head}${left === 0 ? '' : ` more-children="${left}"`}`;
  const shown = children.slice(0, shownChildren);
  const inside = shown.map((child) => printed(child, elements, `${indent}  `)).join('');
  if (inside !== '') return `${begin}>\n${inside}${indent}</${name}>\n`;
  return text === '' ? `${begin} />\n` : `${begin}>${text}</${name}>\n`;
}
