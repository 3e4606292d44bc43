import { ByteReader } from './byte-reader.ts';

/** The name of a built-in type, or the index of a definition. */
export type FieldType = BuiltIn | number;

export type BuiltIn = (typeof builtIns)[number];

const builtIns = ['bool', 'byte', 'int', 'uint', 'float', 'string', 'int64', 'uint64'] as const;

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly isArray: boolean;
  /** The number of a message's field, the constant of an enumeration. */
  readonly value: number;
}

export interface Definition {
  readonly name: string;
  readonly kind: 'enum' | 'struct' | 'message';
  readonly fields: readonly Field[];
}

const kinds = ['enum', 'struct', 'message'] as const;
const mostDefinitions = 5000;

/** Reads the description of all types that a message is made of, which each file brings along. @throws DocumentRefused */
export function readSchema(bytes: Uint8Array): Definition[] {
  const reader = new ByteReader(bytes, 'schema');
  const count = reader.uint();
  if (count > mostDefinitions) reader.refuse(`it has ${count} definitions; ${mostDefinitions} may be`);
  const names = new Set<string>();
  const definitions: Definition[] = [];
  for (let index = 0; index < count; index++) {
    const definition = readDefinition(reader, count);
    if (names.has(definition.name)) reader.refuse(`it defines ${quoted(definition.name)} twice`);
    names.add(definition.name);
    definitions.push(definition);
  }
  if (reader.left > 0) reader.refuse('bytes follow its end');
  return definitions;
}

function readDefinition(reader: ByteReader, count: number): Definition {
  const name = readName(reader);
  const kind = kinds[reader.byte()];
  if (kind === undefined) return reader.refuse(`${quoted(name)} is of no known kind`);
  const length = reader.uint();
  if (length > reader.left) reader.refuse('it ends in the middle');
  const fields: Field[] = [];
  const values = new Set<number>();
  for (let index = 0; index < length; index++) {
    const field = readField(reader, kind === 'enum', count);
    if (kind !== 'struct' && values.has(field.value))
      reader.refuse(`${quoted(name)} gives the number ${field.value} twice`);
    values.add(field.value);
    fields.push(field);
  }
  return { name, kind, fields };
}

function readField(reader: ByteReader, isConstant: boolean, count: number): Field {
  const name = readName(reader);
  const type = reader.int();
  const isArray = (reader.byte() & 1) === 1;
  const value = reader.uint();
  if (isConstant) return { name, type: 'uint', isArray: false, value };
  if (type >= count || type < -builtIns.length)
    reader.refuse(`${quoted(name)} is of a type that is not there`);
  return { name, type: type < 0 ? builtIns[-type - 1]! : type, isArray, value };
}

/** Values are kept under their names, so that one which every object has may not be among them. */
function readName(reader: ByteReader): string {
  const name = reader.string();
  if (name === '__proto__') reader.refuse('a field has the name "__proto__"');
  return name;
}

const quoted = (name: string): string => JSON.stringify(name.slice(0, 100));
