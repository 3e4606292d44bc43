import type { DocumentWarning } from '../../../document/document-source.ts';

const mostWarnings = 1000;
const mostKinds = 1000;

/** What could not be taken for one reason: the nodes that are listed, and how many more there were. */
interface Kind {
  readonly nodes: Set<string | undefined>;
  more: number;
}

/**
 * Gathers what could not be taken, by reason and node. Each reason is told with its first node; above a thousand
 * warnings further nodes are counted by reason.
 */
export class ImportReport {
  readonly #kinds = new Map<string, Kind>();
  #listed = 0;
  #dropped = 0;

  warn(reason: string, node?: string): void {
    const kind = this.#kinds.get(reason);
    if (kind === undefined) this.#begin(reason, node);
    else if (kind.nodes.has(node)) return;
    else if (this.#listed >= mostWarnings) kind.more += 1;
    else this.#list(kind, node);
  }

  warnings(): DocumentWarning[] {
    const all = [...this.#kinds].flatMap(([reason, { nodes, more }]): DocumentWarning[] => [
      ...[...nodes].map((node) => (node === undefined ? { reason } : { node, reason })),
      ...(more > 0 ? [{ reason: `Of ${more.toLocaleString('en')} further nodes: ${reason}` }] : []),
    ]);
    const rest = { reason: `${this.#dropped.toLocaleString('en')} further warnings are left out.` };
    return this.#dropped > 0 ? [...all, rest] : all;
  }

  #begin(reason: string, node: string | undefined): void {
    if (this.#kinds.size >= mostKinds) {
      this.#dropped += 1;
      return;
    }
    const kind = { nodes: new Set<string | undefined>(), more: 0 };
    this.#kinds.set(reason, kind);
    this.#list(kind, node);
  }

  #list(kind: Kind, node: string | undefined): void {
    kind.nodes.add(node);
    this.#listed += 1;
  }
}
