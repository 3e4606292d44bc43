import { DocumentRefused } from '../../../document/document-refused.ts';
import { type Effort, valuesIn } from '../message/effort.ts';
import { guidText } from '../message/guids.ts';
import type { ImportReport } from '../message/import-report.ts';
import type { NodeIndex } from '../message/node-index.ts';
import type { FigNode } from '../message/wanted.ts';
import type { NodeHead } from '../message/wanted-heads.ts';
import type { Layer, Scope } from './layer.ts';
import { placesWithin } from './layer-places.ts';
import { PropertyDefinitions } from './layer-properties.ts';
import { swapped, withFields } from './layer-values.ts';
import { isOutlinedAlone } from './resized-layers.ts';
import { type SaidWithin, saidWithin, unreachedIn } from './said-within.ts';

/** What lies around the layers of an instance. */
interface Around {
  readonly scopes: readonly Scope[];
  /** Those that say something of the layers, the innermost first. */
  readonly saying: readonly Scope[];
  readonly prefix: string;
}

const scopeWithin = ({ overrides, derived, ...scope }: Scope, key: string): Scope => ({
  ...scope,
  overrides: overrides?.within?.get(key),
  derived: derived?.within?.get(key),
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

/** @throws DocumentRefused */
export function refuseLayers({ nodes }: ExpansionLimits): never {
  const most = nodes.toLocaleString('en');
  throw new DocumentRefused(`The components of the design unfold to more than ${most} layers.`);
}

/** The key that paths of overrides name a layer by. */
export const keyOf = (node: FigNode | NodeHead): string =>
  guidText(node.overrideKey) ?? guidText(node.guid) ?? '';

const untold =
  'The file does not tell how the resized instance is laid out; its layers are as in the component.';
const noOutlines: FigNode = { fillGeometry: undefined, strokeGeometry: undefined };

/** Unfolds instances: each shows the layers of its symbol, with what it and those around it say otherwise. */
export class Expansion {
  readonly definitions: PropertyDefinitions;
  readonly #index: NodeIndex;
  readonly #report: ImportReport;
  readonly #limits: ExpansionLimits;
  /** Files of other programs lack what the editor derives. */
  readonly #isDerived: boolean;
  readonly #said = new WeakMap<Uint32Array, SaidWithin<number>>();
  readonly #effort: Effort;
  readonly #values = new WeakMap<NodeHead, number>();
  /** Where the layers of the instance lie that is being gone through, by id. */
  #places: ReadonlyMap<string, FigNode> | undefined;
  #isPlacing = false;
  #unreached = 0;
  #nodes = 0;

  constructor(index: NodeIndex, report: ImportReport, limits: ExpansionLimits, effort: Effort) {
    this.definitions = new PropertyDefinitions(index);
    this.#index = index;
    this.#report = report;
    this.#limits = limits;
    this.#effort = effort;
    this.#isDerived = [...index.byId.values()].some(({ derivedSymbolData }) => derivedSymbolData);
  }

  /** A node of the file that no instance is around. */
  stored(head: NodeHead): Layer {
    const node = this.#index.whole(head);
    const symbol = this.#symbolOf(node);
    return this.#counted({ id: guidText(head.guid)!, node, stored: node, head, scopes: [], symbol });
  }

  /** One after the other, as they are asked for. @throws DocumentRefused above the limit of nodes */
  *children(layer: Layer, level: number): Generator<Layer> {
    const below = this.#below(layer);
    if (below.nodes.length > 0 && level >= this.#limits.levels) {
      this.#report.warn(`What is nested deeper than ${this.#limits.levels} levels is left out.`, layer.id);
      return;
    }
    const around: Around = {
      ...below,
      saying: below.scopes.filter(({ overrides, derived }) => overrides ?? derived).reverse(),
    };
    const isOutermost = layer.scopes.length === 0 && below.scopes.length > 0;
    if (isOutermost && !this.#isPlacing) this.#places = this.#placesWithin(layer, level);
    for (const head of below.nodes)
      if (below.scopes.length === 0) yield this.stored(head);
      else if (this.#isFirstOfKey(head, around)) yield this.#within(head, around);
    if (isOutermost && !this.#isPlacing) this.#lookThrough(layer, below.scopes[0]!);
  }

  /** Layers of one component that say they have the same key would have one id in its instances. */
  #isFirstOfKey(head: NodeHead, { scopes, prefix }: Around): boolean {
    const { shownKeys } = scopes.at(-1)!;
    const key = keyOf(head);
    if (shownKeys.has(key)) {
      this.#report.warn(
        'The id is given to several layers of a component; the first counts.',
        `${prefix};${key}`,
      );
      return false;
    }
    shownKeys.add(key);
    return true;
  }

  /** Says how many overrides had no layer, once the instances that have them were gone through. */
  tellUnreached(): void {
    const count = this.#unreached.toLocaleString('en');
    if (this.#unreached > 0)
      this.#report.warn(`Overrides of layers that are not in their component change nothing: ${count}.`);
  }

  /** Within others an instance may show another component than the one that it overrides. */
  #lookThrough({ symbol }: Layer, { overrides }: Scope): void {
    if (overrides === undefined || symbol === undefined) return;
    const own = overrides.within?.get(keyOf(symbol));
    if (own !== undefined) own.isReached = true;
    this.#unreached += unreachedIn(overrides);
  }

  #below(layer: Layer): { nodes: readonly NodeHead[]; scopes: readonly Scope[]; prefix: string } {
    const { node, head, scopes, symbol, id } = layer;
    if (head.type !== 'INSTANCE') {
      const prefix = scopes.length === 0 ? '' : id.slice(0, id.lastIndexOf(';'));
      return { nodes: this.#index.children(head), scopes, prefix };
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
    const key = keyOf(head);
    const outer = scopes.map((scope) => scopeWithin(scope, key));
    const prefix = id.startsWith('I') ? id : `I${id}`;
    return { nodes: this.#index.children(symbol), scopes: [...outer, this.#scope(node, symbolId)], prefix };
  }

  /** Where the layers of an instance lie that is in none; undefined where the file tells. */
  #placesWithin(layer: Layer, level: number): ReadonlyMap<string, FigNode> | undefined {
    if (this.#isDerived) return undefined;
    this.#isPlacing = true;
    const placed = placesWithin(layer, level, {
      childrenOf: (one, depth) => this.children(one, depth),
      componentOf: ({ stored, symbol }) => (symbol === undefined ? stored : this.#index.whole(symbol)),
      tellUntold: (id) => this.#report.warn(untold, id),
    });
    this.#isPlacing = false;
    return placed;
  }

  #placed(node: FigNode, id: string): FigNode {
    const place = this.#places?.get(id);
    if (place === undefined) return node;
    const moved = withFields(node, place);
    const isOther = node.size?.x !== moved.size?.x || node.size?.y !== moved.size?.y;
    if (!isOther) return moved;
    if (!isOutlinedAlone(node)) return withFields(moved, noOutlines);
    this.#report.warn('The outline of the layer is as in the component, which has it at another size.', id);
    return moved;
  }

  #scope(instance: FigNode, symbolId: string): Scope {
    return {
      symbolId,
      overrides: this.#saidBy(instance.symbolData?.symbolOverrides),
      derived: this.#saidBy(instance.derivedSymbolData),
      assigned: this.definitions.assignedBy(instance),
      shownKeys: new Set(),
    };
  }

  #within(head: NodeHead, { scopes, saying, prefix }: Around): Layer {
    const stored = this.#index.whole(head);
    const key = keyOf(head);
    const said = saying.map(({ overrides }) => overrides?.within?.get(key));
    for (const one of said) if (one !== undefined) one.isReached = true;
    const entries = said.flatMap((one) => one?.entries ?? []);
    const assigned = scopes.at(-1)!.assigned;
    const apply = (node: FigNode, all: readonly number[]) =>
      all.reduce<FigNode>((below, entry) => withFields(below, this.#index.entry(entry)), node);
    const say = (node: FigNode) => {
      const said = apply(node, entries);
      return withFields(said, this.definitions.fieldsOf(said, assigned));
    };
    let node = say(stored);
    const symbol = this.#symbolOf(node);
    if (stored.type === 'INSTANCE' && symbol !== undefined) {
      const own = this.#symbolOf(stored);
      if (own !== symbol) node = say(this.#renamed(swapped(stored, this.#index.whole(symbol)), own, symbol));
      const root = keyOf(symbol);
      const saidOfRoot = said.map((one) => one?.within?.get(root));
      for (const one of saidOfRoot) if (one !== undefined) one.isReached = true;
      node = apply(
        node,
        saidOfRoot.flatMap((one) => one?.entries ?? []),
      );
    }
    node = apply(
      node,
      saying.flatMap(({ derived }) => derived?.within?.get(key)?.entries ?? []),
    );
    const id = `${prefix};${key}`;
    node = this.#placed(node, id);
    return this.#counted({ id, node, stored, head, scopes, symbol });
  }

  /** A swapped instance that bore the name of its component bears that of the new one. */
  #renamed(instance: FigNode, from: NodeHead | undefined, to: NodeHead): FigNode {
    const nameOf = (symbol: NodeHead) => {
      const parent = this.#index.parent(symbol);
      return this.#index.whole(parent?.isStateGroup ? parent : symbol).name;
    };
    return from !== undefined && instance.name === nameOf(from)
      ? withFields(instance, { name: nameOf(to) } as FigNode)
      : instance;
  }

  #symbolOf(node: FigNode): NodeHead | undefined {
    if (node.type !== 'INSTANCE') return undefined;
    const id = guidText(node.overriddenSymbolID) ?? guidText(node.symbolData?.symbolID);
    const found = id === undefined ? undefined : this.#index.symbol(id);
    return found?.type === 'SYMBOL' ? found : undefined;
  }

  #saidBy(entries: Uint32Array | undefined): SaidWithin<number> | undefined {
    if (entries === undefined) return undefined;
    const known = this.#said.get(entries) ?? saidWithin(entries, this.#index.entryPath);
    this.#said.set(entries, known);
    return known;
  }

  /** Of an instance also what its component, and the set of that, say of properties. */
  #valuesOf({ head, symbol }: Layer): number {
    const set = symbol && this.#index.parent(symbol);
    const owners = symbol === undefined ? [] : [symbol, ...(set?.isStateGroup ? [set] : [])];
    return [head, ...owners].reduce((count, one) => count + this.#valuesOfWhole(one), 0);
  }

  #valuesOfWhole(head: NodeHead): number {
    const known = this.#values.get(head) ?? valuesIn(this.#index.whole(head));
    this.#values.set(head, known);
    return known;
  }

  #counted(layer: Layer): Layer {
    if (!this.#isPlacing) this.#nodes += 1;
    if (this.#nodes > this.#limits.nodes) refuseLayers(this.#limits);
    this.#effort.spend(this.#valuesOf(layer));
    return layer;
  }
}
