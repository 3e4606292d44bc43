import type { ByteReader } from './byte-reader.ts';
import type { BoundProjection } from './projection.ts';
import type { BuiltIn, Definition, Field } from './read-schema.ts';
import { leastSizes } from './struct-sizes.ts';

type Read = (reader: ByteReader, depth: number) => unknown;

/** Reads a value, or passes it by without making anything. */
export interface Codec {
  readonly read: Read;
  readonly skip: Read;
}

/** How a field of a struct or message is read; its codec is made when the first value of it comes. */
interface FieldCodec {
  readonly name: string;
  readonly isWanted: boolean;
  readonly codec: () => Codec;
}

const mostDepth = 64;

/**
 * Makes objects without the names that every object has. Each kind of object has a maker of its own: the engine learns
 * from the first ones how much room one takes, and a pair of numbers takes a fraction of a node.
 */
function fieldsMaker(): () => Record<string, unknown> {
  const Fields = function Fields() {} as unknown as new () => Record<string, unknown>;
  Fields.prototype = Object.create(null);
  return () => new Fields();
}

/** An object for values by their names, which has no others. */
export const newFields = fieldsMaker();

const builtIn: Readonly<Record<BuiltIn, Codec>> = {
  bool: plain((reader) => reader.byte() !== 0),
  byte: plain((reader) => reader.byte()),
  int: plain((reader) => reader.int()),
  uint: plain((reader) => reader.uint()),
  float: { read: (reader) => reader.float(), skip: (reader) => reader.skipFloat() },
  string: { read: (reader) => reader.string(), skip: (reader) => reader.skipString() },
  int64: plain((reader) => reader.uint64()),
  uint64: plain((reader) => reader.uint64()),
};

function plain(read: Read): Codec {
  return { read, skip: read };
}

const bytesCodec: Codec = {
  read: (reader) => reader.bytes(reader.uint()),
  skip: (reader) => reader.skip(reader.uint()),
};

/** The codecs of a schema's definitions, made as they are needed. */
export class Codecs {
  readonly #definitions: readonly Definition[];
  readonly #bound: BoundProjection;
  readonly #leastSizes: readonly number[];
  readonly #made: Codec[] = [];

  constructor(definitions: readonly Definition[], bound: BoundProjection) {
    this.#definitions = definitions;
    this.#bound = bound;
    this.#leastSizes = leastSizes(definitions);
  }

  of(index: number): Codec {
    const made = this.#made[index] ?? this.#make(this.#definitions[index]!, this.#leastSizes[index]!);
    this.#made[index] = made;
    return made;
  }

  #make(definition: Definition, leastBytes: number): Codec {
    if (definition.kind === 'enum') return enumCodec(definition);
    if (leastBytes === 0) return { read: newFields, skip: () => undefined };
    if (definition.kind === 'struct') return this.#structCodec(definition);
    return this.#messageCodec(definition);
  }

  #structCodec(definition: Definition): Codec {
    const fields = definition.fields.map((field) => this.#fieldCodec(definition, field));
    const fieldsOfIts = fieldsMaker();
    const walk = (reader: ByteReader, depth: number, target?: Record<string, unknown>) => {
      if (depth > mostDepth) reader.refuse(tooDeep);
      for (const { name, isWanted, codec } of fields) {
        if (target !== undefined && isWanted) target[name] = codec().read(reader, depth + 1);
        else codec().skip(reader, depth + 1);
      }
      return target;
    };
    const read: Read = (reader, depth) => walk(reader, depth, fieldsOfIts());
    const skip: Read = (reader, depth) => walk(reader, depth);
    return { read, skip };
  }

  #messageCodec(definition: Definition): Codec {
    const fields = new Map<number, FieldCodec>();
    const madeField = (reader: ByteReader, number: number): FieldCodec => {
      const field = fieldsByNumber(definition).get(number);
      if (field === undefined) return reader.refuse(`${definition.name} has no field ${number}`);
      const made = this.#fieldCodec(definition, field);
      fields.set(number, made);
      return made;
    };
    const fieldsOfIts = fieldsMaker();
    const walk = (reader: ByteReader, depth: number, target?: Record<string, unknown>) => {
      if (depth > mostDepth) reader.refuse(tooDeep);
      for (let number = reader.uint(); number !== 0; number = reader.uint()) {
        const field = fields.get(number) ?? madeField(reader, number);
        if (target !== undefined && field.isWanted)
          target[field.name] = field.codec().read(reader, depth + 1);
        else field.codec().skip(reader, depth + 1);
      }
      return target;
    };
    const placeField = this.#bound.placeField(definition);
    const readPlaced: Read = (reader, depth) => {
      const target = fieldsOfIts();
      if (placeField !== undefined) target[placeField] = reader.at;
      return walk(reader, depth, target);
    };
    return { read: readPlaced, skip: (reader, depth) => walk(reader, depth) };
  }

  #fieldCodec(definition: Definition, field: Field): FieldCodec {
    let made: Codec | undefined;
    const codec = () => {
      made ??= this.#codecWithin(definition, field);
      return made;
    };
    return { name: field.name, isWanted: this.#bound.isWanted(definition, field), codec };
  }

  #codecWithin(definition: Definition, field: Field): Codec {
    const codec = this.#codecOf(field);
    if (this.#bound.isLimit(definition, field)) return uncounted(codec);
    if (this.#bound.isNoticed(definition, field)) return noticing(codec);
    return this.#bound.isPlaces(definition, field) ? placesCodec(...this.#elementOf(field)) : codec;
  }

  #codecOf(field: Field): Codec {
    const [element, leastBytes] = this.#elementOf(field);
    if (!field.isArray) return element;
    if (field.type === 'byte') return bytesCodec;
    return arrayCodec(element, leastBytes);
  }

  /** The codec of a field's value, or of the elements of its list, with the least bytes that one takes. */
  #elementOf({ type }: Field): [Codec, number] {
    return typeof type === 'string' ? [builtIn[type], 1] : [this.of(type), this.#leastSizes[type]!];
  }
}

const knownFields = new WeakMap<Definition, ReadonlyMap<number, Field>>();

function fieldsByNumber(definition: Definition): ReadonlyMap<number, Field> {
  const known =
    knownFields.get(definition) ?? new Map(definition.fields.map((field) => [field.value, field]));
  knownFields.set(definition, known);
  return known;
}

/** Passes a value by and tells whether it is more than nothing, which takes a single zero. */
function noticing({ skip }: Codec): Codec {
  const read: Read = (reader, depth) => {
    const [first, left] = [reader.next, reader.left];
    skip(reader, depth);
    return left - reader.left > 1 || first !== 0;
  };
  return { read, skip };
}

/** Of its numbers that are none nothing is told. */
function uncounted({ read, skip }: Codec): Codec {
  const without =
    (way: Read): Read =>
    (reader, depth) => {
      const before = reader.notNumbers;
      const value = way(reader, depth);
      reader.notNumbers = before;
      return value;
    };
  return { read: without(read), skip: without(skip) };
}

const tooDeep = `it is nested deeper than ${mostDepth} levels`;

function enumCodec({ fields }: Definition): Codec {
  const names = new Map(fields.map(({ value, name }) => [value, name]));
  const read: Read = (reader) => {
    const value = reader.uint();
    return names.get(value) ?? String(value);
  };
  return { read, skip: (reader) => reader.uint() };
}

function lengthOf(reader: ByteReader, leastBytes: number): number {
  const length = reader.uint();
  if (length * Math.max(1, leastBytes) > reader.left || (leastBytes === 0 && length > 0))
    reader.refuse(`a list of ${length} elements is longer than what is left`);
  return length;
}

function arrayCodec(element: Codec, leastBytes: number): Codec {
  return {
    read: (reader, depth) => {
      const length = lengthOf(reader, leastBytes);
      reader.keepElements(length);
      const elements: unknown[] = [];
      for (let index = 0; index < length; index++) elements.push(element.read(reader, depth));
      return elements;
    },
    skip: (reader, depth) => {
      const length = lengthOf(reader, leastBytes);
      for (let index = 0; index < length; index++) element.skip(reader, depth);
    },
  };
}

/** Passes the elements of a list by and keeps where each begins. */
function placesCodec({ skip }: Codec, leastBytes: number): Codec {
  const read: Read = (reader, depth) => {
    const places = new Uint32Array(lengthOf(reader, leastBytes));
    for (let index = 0; index < places.length; index++) {
      places[index] = reader.at;
      skip(reader, depth);
    }
    return places;
  };
  return { read, skip: arrayCodec({ read, skip }, leastBytes).skip };
}
