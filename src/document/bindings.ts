import { insideInstances } from './instances.ts';
import { littleEndian, RowTable } from './row-table.ts';
import type { SnapshotTables } from './snapshot-tables.ts';

/** Which nodes name which variables and collections of variables, collected while a document is compiled. */
export class BindingList {
  readonly #numbers = new Map<string, number>();
  /** Pairs of id and node, in the order found. */
  readonly #pairs = new RowTable(2, 64);

  /** A node is counted once for each id, however often it names it. */
  add(id: string, row: number): void {
    const number = this.#numbers.get(id) ?? this.#numbers.size;
    this.#numbers.set(id, number);
    const pair = this.#pairs.add();
    this.#pairs.set(pair, 0, number);
    this.#pairs.set(pair, 1, row);
  }

  /** Every id once, in the order of first use. */
  ids(): string[] {
    return [...this.#numbers.keys()];
  }

  /** For each id where its nodes begin, then where the last one's end; then the nodes, grouped by id, in order. */
  grouped(): Uint8Array {
    const rows = Array.from(this.#numbers, () => new Set<number>());
    for (let pair = 0; pair < this.#pairs.rows; pair++)
      rows[this.#pairs.get(pair, 0)]!.add(this.#pairs.get(pair, 1));
    const starts = [0];
    for (const { size } of rows) starts.push(starts.at(-1)! + size);
    return littleEndian(Uint32Array.from([...starts, ...rows.flatMap((set) => [...set])]));
  }
}

/** The bindings of a snapshot; its ids are read once, when they are first asked for. */
export interface Bindings {
  /** Every id of a variable or of a collection that the document names, in the order of first use. */
  ids(): string[];
  /** Indexes of the nodes that name the id, in order; none for an id that the document does not name. */
  nodes(id: string): number[];
  /**
   * How many nodes name each id; what instances contain is left out, since it comes with them. Yields after each
   * node and each id.
   */
  uses(): Generator<void, Map<string, number>>;
}

export function openBindings(tables: SnapshotTables): Bindings {
  let places: ReadonlyMap<string, number> | undefined;
  const placesOf = (): ReadonlyMap<string, number> => {
    places ??= new Map(readIds(tables).map((id, place) => [id, place]));
    return places;
  };
  const { position } = tables.sections.bindings;
  const at = (index: number) => tables.reader.u32(position + index * 4);
  const nodes = (id: string): number[] => {
    const place = placesOf().get(id);
    if (place === undefined) return [];
    const [start, end] = [at(place), at(place + 1)];
    const first = placesOf().size + 1 + start;
    return Array.from({ length: end - start }, (_, index) => at(first + index));
  };
  return {
    ids: () => [...placesOf().keys()],
    nodes,
    *uses() {
      const inside = yield* insideInstances(tables);
      const counts = new Map<string, number>();
      for (const id of placesOf().keys()) {
        yield;
        counts.set(id, nodes(id).filter((node) => inside[node] === 0).length);
      }
      return counts;
    },
  };
}

const readIds = (tables: SnapshotTables): string[] =>
  JSON.parse(Buffer.from(tables.section('boundIds')).toString()) as string[];
