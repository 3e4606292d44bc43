import { DocumentRefused } from '../../../document/document-refused.ts';
import { guidText } from '../message/guids.ts';
import type { ImportReport } from '../message/import-report.ts';
import type { NodeIndex } from '../message/node-index.ts';
import type { FigNode } from '../message/wanted.ts';
import { PropertyDefinitions, type PropertyValue } from './layer-properties.ts';
import { swapped, withFields } from './layer-values.ts';

/** A node of the answer: one of the file, or one that an instance shows of its symbol. */
export interface Layer {
  readonly id: string;
  readonly node: FigNode;
  /** As it stands in the file. */
  readonly stored: FigNode;
  /** The instances around it, the outermost first. */
  readonly scopes: readonly Scope[];
  /** What an instance shows; undefined for other nodes and where there is no such symbol. */
  readonly symbol: FigNode | undefined;
}

/** An instance as the layers within see it. */
export interface Scope {
  readonly symbolId: string;
  readonly overrides: EntriesByPath;
  readonly derived: EntriesByPath;
  readonly assigned: ReadonlyMap<string, PropertyValue>;
  /** The keys from this instance to the innermost one around the layer, that one included. */
  readonly path: string;
}

type EntriesByPath = ReadonlyMap<string, FigNode>;

/** The entries by the keys that they name, one after the other; of one path later ones win. */
export function entriesByPath(entries: readonly FigNode[]): EntriesByPath {
  const byPath = new Map<string, FigNode>();
  for (const entry of entries) {
    const path = (entry.guidPath?.guids ?? []).map(guidText).join(';');
    const earlier = byPath.get(path);
    byPath.set(path, earlier === undefined ? entry : withFields(earlier, entry));
  }
  return byPath;
}

/** Limits of what components may unfold to. */
export interface ExpansionLimits {
  readonly nodes: number;
  readonly levels: number;
}

export const usualLimits: ExpansionLimits = { nodes: 2_000_000, levels: 256 };

const joined = (path: string, key: string): string => (path === '' ? key : `${path};${key}`);

/** The key that paths of overrides name a layer by. */
export const keyOf = (node: FigNode): string => guidText(node.overrideKey) ?? guidText(node.guid) ?? '';

const isResized = ({ size }: FigNode, symbol: FigNode): boolean =>
  size?.x !== symbol.size?.x || size?.y !== symbol.size?.y;

/** Unfolds instances: each shows the layers of its symbol, with what it and those around it say otherwise. */
export class Expansion {
  readonly definitions: PropertyDefinitions;
  readonly #index: NodeIndex;
  readonly #report: ImportReport;
  readonly #limits: ExpansionLimits;
  /** Files of other programs lack what the editor derives. */
  readonly #isDerived: boolean;
  readonly #entries = new WeakMap<readonly FigNode[], EntriesByPath>();
  #nodes = 0;

  constructor(index: NodeIndex, report: ImportReport, limits = usualLimits) {
    this.definitions = new PropertyDefinitions(index);
    this.#index = index;
    this.#report = report;
    this.#limits = limits;
    this.#isDerived = [...index.byId.values()].some(({ derivedSymbolData }) => derivedSymbolData?.length);
  }

  /** A node of the file that no instance is around. */
  stored(node: FigNode): Layer {
    return this.#counted({
      id: guidText(node.guid)!,
      node,
      stored: node,
      scopes: [],
      symbol: this.#symbolOf(node),
    });
  }

  /** @throws DocumentRefused above the limit of nodes */
  children(layer: Layer, level: number): readonly Layer[] {
    const below = this.#below(layer);
    if (below.nodes.length > 0 && level >= this.#limits.levels) {
      this.#report.warn(`What is nested deeper than ${this.#limits.levels} levels is left out.`, layer.id);
      return [];
    }
    return below.nodes.map((node) =>
      below.scopes.length === 0 ? this.stored(node) : this.#within(node, below.scopes, below.prefix),
    );
  }

  #below(layer: Layer): { nodes: readonly FigNode[]; scopes: readonly Scope[]; prefix: string } {
    const { node, stored, scopes, symbol, id } = layer;
    if (stored.type !== 'INSTANCE') {
      const prefix = scopes.length === 0 ? '' : id.slice(0, id.lastIndexOf(';'));
      return { nodes: this.#index.children(stored), scopes, prefix };
    }
    const nothing = { nodes: [], scopes, prefix: id };
    if (symbol === undefined) {
      this.#report.warn('The component of the instance is not in the file; it is taken without layers.', id);
      return nothing;
    }
    const symbolId = guidText(symbol.guid)!;
    if (scopes.some((scope) => scope.symbolId === symbolId)) {
      this.#report.warn('The component contains an instance of itself, which is taken without layers.', id);
      return nothing;
    }
    if (!this.#isDerived && isResized(node, symbol) && this.#index.children(symbol).length > 0)
      this.#report.warn(
        'The file does not tell how the resized instance is laid out; its layers are as in the component.',
        id,
      );
    const key = keyOf(stored);
    const outer = scopes.map((scope) => ({ ...scope, path: joined(scope.path, key) }));
    const prefix = id.startsWith('I') ? id : `I${id}`;
    return { nodes: this.#index.children(symbol), scopes: [...outer, this.#scope(node, symbolId)], prefix };
  }

  #scope(instance: FigNode, symbolId: string): Scope {
    return {
      symbolId,
      overrides: this.#byPath(instance.symbolData?.symbolOverrides),
      derived: this.#byPath(instance.derivedSymbolData),
      assigned: this.definitions.assignedBy(instance),
      path: '',
    };
  }

  #within(stored: FigNode, scopes: readonly Scope[], prefix: string): Layer {
    const key = keyOf(stored);
    const inwardOut = scopes.map((scope) => ({ scope, path: joined(scope.path, key) })).reverse();
    const entries = inwardOut.map(({ scope, path }) => scope.overrides.get(path));
    const assigned = scopes.at(-1)!.assigned;
    const apply = (node: FigNode, all: readonly (FigNode | undefined)[]) => all.reduce(withFields, node);
    const say = (node: FigNode) => {
      const said = apply(node, entries);
      return withFields(said, this.definitions.fieldsOf(said, assigned));
    };
    let node = say(stored);
    const symbol = this.#symbolOf(node);
    if (stored.type === 'INSTANCE' && symbol !== undefined) {
      const own = this.#symbolOf(stored);
      if (own !== symbol) node = say(this.#renamed(swapped(stored, symbol), own, symbol));
      const root = keyOf(symbol);
      node = apply(
        node,
        inwardOut.map(({ scope, path }) => scope.overrides.get(joined(path, root))),
      );
    }
    node = apply(
      node,
      inwardOut.map(({ scope, path }) => scope.derived.get(path)),
    );
    return this.#counted({ id: `${prefix};${key}`, node, stored, scopes, symbol });
  }

  /** A swapped instance that bore the name of its component bears that of the new one. */
  #renamed(instance: FigNode, from: FigNode | undefined, to: FigNode): FigNode {
    const nameOf = (symbol: FigNode) => {
      const parent = this.#index.parent(symbol);
      return parent?.isStateGroup ? parent.name : symbol.name;
    };
    return from !== undefined && instance.name === nameOf(from)
      ? withFields(instance, { name: nameOf(to) } as FigNode)
      : instance;
  }

  #symbolOf(node: FigNode): FigNode | undefined {
    if (node.type !== 'INSTANCE') return undefined;
    const id = guidText(node.overriddenSymbolID) ?? guidText(node.symbolData?.symbolID);
    const found = id === undefined ? undefined : this.#index.symbol(id);
    return found?.type === 'SYMBOL' ? found : undefined;
  }

  #byPath(entries: readonly FigNode[] | undefined): EntriesByPath {
    if (entries === undefined) return new Map();
    const known = this.#entries.get(entries) ?? entriesByPath(entries);
    this.#entries.set(entries, known);
    return known;
  }

  #counted(layer: Layer): Layer {
    this.#nodes += 1;
    if (this.#nodes > this.#limits.nodes) {
      const most = this.#limits.nodes.toLocaleString('en');
      throw new DocumentRefused(`The components of the design unfold to more than ${most} layers.`);
    }
    return layer;
  }
}
