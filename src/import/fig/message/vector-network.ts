interface Point {
  readonly x: number;
  readonly y: number;
}

export interface VectorNetwork {
  readonly vertices: readonly { readonly position: Point; readonly meta: number }[];
  readonly segments: readonly {
    readonly start: number;
    readonly startTangent: Point;
    readonly end: number;
    readonly endTangent: Point;
    readonly meta: number;
  }[];
  readonly regions: readonly {
    readonly loops: readonly (readonly number[])[];
    readonly windingRule: string;
    readonly meta: number;
  }[];
}

class WordReader {
  readonly #view: DataView;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** @throws RangeError beyond the end */
  word(): number {
    this.at += 4;
    return this.#view.getUint32(this.at - 4, true);
  }

  /** How many things follow, each of so many bytes at least. @throws RangeError when they cannot */
  count(leastBytes: number): number {
    const count = this.word();
    return this.refuseBeyond(count, leastBytes);
  }

  refuseBeyond(count: number, leastBytes: number): number {
    if (count * leastBytes > this.#view.byteLength - this.at) throw new RangeError('beyond the end');
    return count;
  }

  point(): Point {
    const [x, y] = [this.#view.getFloat32(this.at, true), this.#view.getFloat32(this.at + 4, true)];
    this.at += 8;
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RangeError('no number');
    return { x, y };
  }
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** Undefined where the bytes do not hold exactly one network. */
export function readVectorNetwork(bytes: Uint8Array): VectorNetwork | undefined {
  try {
    const reader = new WordReader(bytes);
    const [vertexCount, segmentCount, regionCount] = [reader.word(), reader.word(), reader.word()];
    const vertices = times(reader.refuseBeyond(vertexCount, 12), () => readVertex(reader));
    const segments = times(reader.refuseBeyond(segmentCount, 28), () => readSegment(reader));
    const regions = times(reader.refuseBeyond(regionCount, 8), () => readRegion(reader));
    return reader.at === bytes.length ? { vertices, segments, regions } : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readVertex(reader: WordReader) {
  const meta = reader.word();
  return { position: reader.point(), meta };
}

function readSegment(reader: WordReader) {
  const [meta, start] = [reader.word(), reader.word()];
  const startTangent = reader.point();
  const end = reader.word();
  return { start, startTangent, end, endTangent: reader.point(), meta };
}

function readRegion(reader: WordReader) {
  const flags = reader.word();
  const loops = times(reader.count(4), () => times(reader.count(4), () => reader.word()));
  return { loops, windingRule: (flags & 1) === 1 ? 'nonzero' : 'odd', meta: flags >>> 1 };
}
