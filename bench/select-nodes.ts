/** As much of a node as filtering looks at. */
interface AnyNode {
  readonly id: string;
  readonly componentId?: string;
  readonly styles?: Readonly<Record<string, string>>;
  readonly children?: readonly AnyNode[];
  readonly [key: string]: unknown;
}

type Entries = Readonly<Record<string, unknown>>;

export interface ParsedFile {
  readonly document: AnyNode;
  readonly components: Entries;
  readonly componentSets: Entries;
  readonly styles: Entries;
  readonly schemaVersion: number;
  readonly [key: string]: unknown;
}

const leftOut = new Set(['fillGeometry', 'strokeGeometry', 'relativeTransform', 'size', 'pluginData']);

/**
 * Get file nodes as one would write it around `JSON.parse`: find the nodes by walking, leave out vector data,
 * gather the components and styles that are referred to.
 */
export function selectNodes(file: ParsedFile, ids: readonly string[]) {
  const { document: _, components, componentSets, styles, schemaVersion, ...head } = file;
  const wanted = new Set(ids);
  const found = new Map<string, unknown>();
  const search = (node: AnyNode): void => {
    if (wanted.has(node.id)) {
      const used = new Set<string>();
      const document = strip(node, used);
      const part = (entries: Entries) =>
        Object.fromEntries(Object.entries(entries).filter(([id]) => used.has(id)));
      found.set(node.id, {
        document,
        components: part(components),
        componentSets: part(componentSets),
        schemaVersion,
        styles: part(styles),
      });
    }
    for (const child of node.children ?? []) search(child);
  };
  search(file.document);
  return { ...head, err: null, nodes: Object.fromEntries(ids.map((id) => [id, found.get(id) ?? null])) };
}

/** The node without vector data and plugin data; what it refers to is added to `used`. */
function strip(node: AnyNode, used: Set<string>): AnyNode {
  if (node.componentId !== undefined) used.add(node.componentId);
  for (const id of Object.values(node.styles ?? {})) used.add(id);
  const kept = Object.fromEntries(Object.entries(node).filter(([key]) => !leftOut.has(key))) as AnyNode;
  return node.children === undefined
    ? kept
    : { ...kept, children: node.children.map((child) => strip(child, used)) };
}
