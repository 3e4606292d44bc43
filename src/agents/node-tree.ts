import type { Named, OwnNode } from '../code/own-node.ts';
import { fileKeyOf } from '../contract/branded-ids.ts';
import type { NamedNode } from './arguments.ts';
import { type Ask, Refused } from './ask.ts';

export interface TreeNode extends OwnNode {
  readonly children?: readonly TreeNode[];
}

/** A node with what lies in it, as deep as it was read. */
export interface NodeTree {
  readonly root: TreeNode;
  /** Levels that were read below the root; infinite where nothing lies deeper. */
  readonly depth: number;
  readonly components: Readonly<Record<string, Named>>;
  readonly componentSets: Readonly<Record<string, Named>>;
  readonly styles: Readonly<Record<string, Named>>;
}

/** Each reads about as much again as the ones before it. */
const depths = [2, 4, 8, 16, undefined];

/**
 * Reads a node level by level until it is enough, which is asked of each tree, or all of it is there. What is too
 * large to read at once stays as deep as it was read before.
 * @throws Refused
 */
export async function readTree(
  ask: Ask,
  named: NamedNode,
  isEnough: (tree: NodeTree) => Promise<boolean>,
): Promise<NodeTree> {
  let tree: NodeTree | undefined;
  for (const depth of depths) {
    try {
      tree = await readLevels(ask, named, depth);
    } catch (error) {
      if (tree === undefined || !(error instanceof Refused)) throw error;
      return tree;
    }
    if ((await isEnough(tree)) || tree.depth === Number.POSITIVE_INFINITY) return tree;
  }
  return tree as NodeTree;
}

async function readLevels(ask: Ask, named: NamedNode, depth: number | undefined): Promise<NodeTree> {
  const { document, components = {}, componentSets = {}, styles = {} } = await readNode(ask, named, depth);
  const isWhole = depth === undefined || !(await ask.run(reaches(depth, document)));
  return {
    root: document,
    components,
    componentSets,
    styles,
    depth: isWhole ? Number.POSITIVE_INFINITY : depth,
  };
}

interface Read {
  readonly document: TreeNode;
  readonly components?: Readonly<Record<string, Named>>;
  readonly componentSets?: Readonly<Record<string, Named>>;
  readonly styles?: Readonly<Record<string, Named>>;
}

/** @throws Refused where there is no such file or node */
export async function readNode(
  ask: Ask,
  { fileKey, nodeId }: NamedNode,
  depth: number | undefined,
): Promise<Read> {
  const path = { file_key: fileKeyOf(fileKey) };
  const levels = depth === undefined ? {} : { depth };
  if (nodeId === undefined)
    return (await ask.call('GET /v1/files/{file_key}', { path, query: levels })) as unknown as Read;
  const query = { ids: nodeId, ...levels };
  const { nodes } = await ask.call('GET /v1/files/{file_key}/nodes', { path, query });
  const node = Object.values(nodes)[0] as Read | null | undefined;
  if (!node) throw new Refused(`There is no node ${nodeId} in this file.`);
  return node;
}

/** Whether a tree has nodes so far below its root; a step for each that was looked at. */
function* reaches(depth: number, root: TreeNode): Generator<void, boolean> {
  for (const { level } of levelOrder(root)) {
    if (level >= depth) return true;
    yield;
  }
  return false;
}

interface PlacedNode {
  readonly node: TreeNode;
  readonly level: number;
  readonly parent: TreeNode | undefined;
}

/** Every node of a tree, the levels one after the other; none is looked at before it is asked for. */
export function* levelOrder(root: TreeNode): Generator<PlacedNode> {
  yield { node: root, level: 0, parent: undefined };
  let above = [root];
  for (let level = 1; above.length > 0; level += 1) {
    const here: TreeNode[] = [];
    for (const parent of above)
      for (const node of parent.children ?? []) {
        yield { node, level, parent };
        here.push(node);
      }
    above = here;
  }
}
