/** What stands in something. */
interface Standing {
  readonly type: string;
  readonly isPut: boolean;
  readonly parent: Standing | undefined;
}

/** What a node stands in; itself counts. */
export interface Surroundings<Node> {
  /** How many of these the change put where they are. */
  readonly put: number;
  /** The nearest ones. */
  readonly component: Node | undefined;
  readonly instance: Node | undefined;
  /** The outermost instance within the nearest component. */
  readonly outermost: Node | undefined;
}

/**
 * What nodes stand in, known of those that others stand in as long as none of these comes to stand elsewhere: whoever
 * changes thousands of nodes in the depth of a document does not look up to its root for each.
 */
export class KnownSurroundings<Node extends Standing & { readonly parent: Node | undefined }> {
  readonly #known = new Map<Node, Surroundings<Node>>();

  of(node: Node): Surroundings<Node> {
    const within: Node[] = [];
    let around: Surroundings<Node> | undefined;
    for (let at: Node | undefined = node; at !== undefined && around === undefined; at = at.parent) {
      around = this.#known.get(at);
      if (around === undefined) within.push(at);
    }
    for (const at of within.reverse()) {
      around = surroundings(at, around ?? nothing);
      if (at !== node) this.#known.set(at, around);
    }
    return around ?? nothing;
  }

  /** Forgets all where something that others stand in stands elsewhere, or is something else. */
  forget(node: Node): void {
    if (this.#known.has(node)) this.#known.clear();
  }
}

const nothing = { put: 0, component: undefined, instance: undefined, outermost: undefined };

function surroundings<Node extends Standing>(node: Node, above: Surroundings<Node>): Surroundings<Node> {
  const put = above.put + (node.isPut ? 1 : 0);
  if (node.type === 'COMPONENT') return { ...above, put, component: node, outermost: undefined };
  if (node.type !== 'INSTANCE') return put === above.put ? above : { ...above, put };
  return { ...above, put, instance: node, outermost: above.outermost ?? node };
}
