/** A node of an answer, as far as checks look into it. */
export interface TreeNode {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly children?: readonly TreeNode[];
  readonly [property: string]: unknown;
}

/** Every node of a tree, parents before children, without recursion: documents may be deep. */
export function* nodesOf(root: TreeNode): Generator<TreeNode> {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    waiting.push(...[...(node.children ?? [])].reverse());
  }
}

export const idsOf = (root: TreeNode): string[] => [...nodesOf(root)].map(({ id }) => id);

export function nodeOf(root: TreeNode, id: string): TreeNode {
  for (const node of nodesOf(root)) if (node.id === id) return node;
  throw new Error(`The answer has no node ${id}.`);
}
