import { DocumentRefused } from '../../../document/document-refused.ts';
import { type Effort, valuesIn } from '../message/effort.ts';
import { guidText } from '../message/guids.ts';
import type { ImportReport } from '../message/import-report.ts';
import type { NodeIndex } from '../message/node-index.ts';
import type { FigNode } from '../message/wanted.ts';
import { PropertyDefinitions, type PropertyValue } from './layer-properties.ts';
import { swapped, withFields } from './layer-values.ts';
import { type SaidWithin, saidWithin } from './said-within.ts';

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
  readonly assigned: ReadonlyMap<string, PropertyValue>;
  /** What it says within the innermost instance around the layer; undefined where it says nothing there. */
  readonly overrides: SaidWithin | undefined;
  readonly derived: SaidWithin | undefined;
}

/** What lies around the layers of an instance. */
interface Around {
  readonly scopes: readonly Scope[];
  /** Those that say something of the layers, the innermost first. */
  readonly saying: readonly Scope[];
  readonly prefix: string;
}

const scopeWithin = ({ overrides, derived, ...scope }: Scope, key: string): Scope => ({
  ...scope,
  overrides: overrides?.within.get(key),
  derived: derived?.within.get(key),
});

/** Limits of what components may unfold to. */
export interface ExpansionLimits {
  readonly nodes: number;
  readonly levels: number;
}

const mostLevels = 256;
const mostNodes = 2_000_000;
const freeNodes = 50_000;

/** Of a design of so many bytes: it unfolds to a layer for each of them and some more. */
export const expansionLimits = (sizeBytes: number): ExpansionLimits => ({
  nodes: Math.min(mostNodes, freeNodes + sizeBytes),
  levels: mostLevels,
});

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
  readonly #said = new WeakMap<readonly FigNode[], SaidWithin>();
  readonly #effort: Effort;
  readonly #values = new WeakMap<FigNode, number>();
  #nodes = 0;

  constructor(index: NodeIndex, report: ImportReport, limits: ExpansionLimits, effort: Effort) {
    this.definitions = new PropertyDefinitions(index);
    this.#index = index;
    this.#report = report;
    this.#limits = limits;
    this.#effort = effort;
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
    if (below.scopes.length === 0) return below.nodes.map((node) => this.stored(node));
    const around: Around = {
      ...below,
      saying: below.scopes.filter(({ overrides, derived }) => overrides ?? derived).reverse(),
    };
    return below.nodes.map((node) => this.#within(node, around));
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
    const outer = scopes.map((scope) => scopeWithin(scope, key));
    const prefix = id.startsWith('I') ? id : `I${id}`;
    return { nodes: this.#index.children(symbol), scopes: [...outer, this.#scope(node, symbolId)], prefix };
  }

  #scope(instance: FigNode, symbolId: string): Scope {
    return {
      symbolId,
      overrides: this.#saidBy(instance.symbolData?.symbolOverrides),
      derived: this.#saidBy(instance.derivedSymbolData),
      assigned: this.definitions.assignedBy(instance),
    };
  }

  #within(stored: FigNode, { scopes, saying, prefix }: Around): Layer {
    const key = keyOf(stored);
    const said = saying.map(({ overrides }) => overrides?.within.get(key));
    const entries = said.map((one) => one?.entry);
    const assigned = scopes.at(-1)!.assigned;
    const apply = (node: FigNode, all: readonly (FigNode | undefined)[]) =>
      all.reduce<FigNode>((below, entry) => this.#applied(below, entry), node);
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
        said.map((one) => one?.within.get(root)?.entry),
      );
    }
    node = apply(
      node,
      saying.map(({ derived }) => derived?.within.get(key)?.entry),
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

  #saidBy(entries: readonly FigNode[] | undefined): SaidWithin | undefined {
    if (entries === undefined) return undefined;
    const known = this.#said.get(entries) ?? saidWithin(entries);
    this.#said.set(entries, known);
    return known;
  }

  #applied(node: FigNode, entry: FigNode | undefined): FigNode {
    if (entry !== undefined) this.#effort.spend(this.#valuesIn(entry));
    return withFields(node, entry);
  }

  /** Of an instance also what its component, and the set of that, say of properties. */
  #valuesOf({ stored, symbol }: Layer): number {
    const set = symbol && this.#index.parent(symbol);
    const owners = symbol === undefined ? [] : [symbol, ...(set?.isStateGroup ? [set] : [])];
    return [stored, ...owners].reduce((count, node) => count + this.#valuesIn(node), 0);
  }

  #valuesIn(node: FigNode): number {
    const known = this.#values.get(node) ?? valuesIn(node);
    this.#values.set(node, known);
    return known;
  }

  #counted(layer: Layer): Layer {
    this.#nodes += 1;
    if (this.#nodes > this.#limits.nodes) {
      const most = this.#limits.nodes.toLocaleString('en');
      throw new DocumentRefused(`The components of the design unfold to more than ${most} layers.`);
    }
    this.#effort.spend(this.#valuesOf(layer));
    return layer;
  }
}
