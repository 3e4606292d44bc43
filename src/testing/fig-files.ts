import { crc32, deflateRawSync } from 'node:zlib';
import type { StoredNodes } from '../import/fig/message/stored-nodes.ts';
import { type FigNode, wanted } from '../import/fig/message/wanted.ts';
import type { NodeHead } from '../import/fig/message/wanted-heads.ts';
import type { Showing } from '../import/fig/message/wanted-showings.ts';

/** Values as a design has them by the names of its schema; texts stand for constants of enumerations. */
export type Value =
  | boolean
  | number
  | string
  | Uint8Array
  | readonly Value[]
  | { readonly [name: string]: Value };

const builtIns = ['bool', 'byte', 'int', 'uint', 'float', 'string', 'int64', 'uint64'];

/** A definition of a schema in a test: of each field the type, as `Paint[]`; of an enumeration its constants. */
export type Definitions = Readonly<
  Record<
    string,
    | { readonly kind: 'struct' | 'message'; readonly fields: Readonly<Record<string, string>> }
    | readonly string[]
  >
>;

const text = (value: string): Buffer => Buffer.from(`${value}\0`);

export function varuint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest % 128) | (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.from(bytes);
}

const varint = (value: number): Buffer => varuint(value < 0 ? -value * 2 - 1 : value * 2);

function float(value: number): Buffer {
  if (value === 0 || Math.abs(value) < 2 ** -126) return Buffer.of(0);
  const scratch = Buffer.alloc(4);
  scratch.writeFloatBE(value);
  const bits = scratch.readUInt32BE();
  scratch.writeUInt32LE(((bits >>> 23) | (bits << 9)) >>> 0);
  return scratch;
}

const isEnumeration = (definition: Definitions[string] | undefined): definition is readonly string[] =>
  Array.isArray(definition);

/** The schema as a file holds it. */
export function encodeSchema(definitions: Definitions): Buffer {
  const names = Object.keys(definitions);
  const typeOf = (type: string): number => {
    const base = type.replace('[]', '');
    const builtIn = builtIns.indexOf(base);
    const named = names.includes(base) ? names.indexOf(base) : names.length;
    return builtIn === -1 ? named : -1 - builtIn;
  };
  const parts = Object.entries(definitions).flatMap(([name, definition]) => {
    const fields = isEnumeration(definition)
      ? definition.map((constant, value) => [text(constant), varint(0), Buffer.of(0), varuint(value)])
      : Object.entries(definition.fields).map(([field, type], index) => [
          text(field),
          varint(typeOf(type)),
          Buffer.of(type.endsWith('[]') ? 1 : 0),
          varuint(index + 1),
        ]);
    const kind = isEnumeration(definition) ? 0 : definition.kind === 'struct' ? 1 : 2;
    return [text(name), Buffer.of(kind), varuint(fields.length), ...fields.flat()];
  });
  return Buffer.concat([varuint(names.length), ...parts]);
}

/** A value as its type is written. Fields that a struct lacks are 0 and empty. */
export function encodeValue(definitions: Definitions, type: string, value: Value | undefined): Buffer {
  if (type === 'byte[]') return Buffer.concat([varuint((value as Uint8Array).length), value as Uint8Array]);
  if (type.endsWith('[]')) {
    const elements = (value ?? []) as readonly Value[];
    // One that is there many times is written once.
    const written = new Map(
      [...new Set(elements)].map((element) => [
        element,
        encodeValue(definitions, type.slice(0, -2), element),
      ]),
    );
    return Buffer.concat([varuint(elements.length), ...elements.map((element) => written.get(element)!)]);
  }
  if (type === 'bool' || type === 'byte') return Buffer.of(Number(value ?? 0));
  if (type === 'int') return varint((value ?? 0) as number);
  if (type === 'float') return float((value ?? 0) as number);
  if (type === 'string') return text((value ?? '') as string);
  if (builtIns.includes(type)) return varuint((value ?? 0) as number);
  const definition = definitions[type]!;
  if (isEnumeration(definition)) return varuint(Math.max(0, definition.indexOf(value as string)));
  return encodeFields(definitions, definition, (value ?? {}) as { readonly [name: string]: Value });
}

function encodeFields(
  definitions: Definitions,
  { kind, fields }: Exclude<Definitions[string], readonly string[]>,
  values: { readonly [name: string]: Value },
): Buffer {
  const parts = Object.entries(fields).flatMap(([name, type], index) => {
    if (kind === 'struct') return [encodeValue(definitions, type, values[name])];
    return values[name] === undefined
      ? []
      : [varuint(index + 1), encodeValue(definitions, type, values[name])];
  });
  return Buffer.concat(kind === 'struct' ? parts : [...parts, varuint(0)]);
}

/** The definitions that are wanted of a design, with the constants that a message uses. */
export function definitionsFor(message: Value): Definitions {
  const constants = new Map<string, Set<string>>();
  const gather = (type: string, value: Value): void => {
    const base = type.replace('[]', '');
    if (builtIns.includes(base)) return;
    if (type.endsWith('[]')) for (const element of value as readonly Value[]) gather(base, element);
    else if (base in wanted) {
      const fields: Readonly<Record<string, string>> = wanted[base as keyof typeof wanted].fields;
      for (const [name, field] of Object.entries(value as object)) gather(fields[name]!, field as Value);
    } else constants.set(base, (constants.get(base) ?? new Set(['NONE'])).add(value as string));
  };
  gather('Message', message);
  const all = Object.values(wanted).flatMap(({ fields }) => Object.values(fields));
  const bases = new Set(all.map((type) => type.replace('[]', '')));
  const enumerations = [...bases].filter((base) => !builtIns.includes(base) && !(base in wanted));
  return {
    ...wanted,
    ...Object.fromEntries(enumerations.map((name) => [name, [...(constants.get(name) ?? ['NONE'])]])),
  };
}

/** The inner form: first bytes, version and parts. */
export function innerForm(parts: readonly Uint8Array[], prelude = 'fig-kiwi', version = 101): Buffer {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  return Buffer.concat([
    Buffer.from(prelude),
    number(version),
    ...parts.flatMap((part) => [number(part.length), part]),
  ]);
}

/** A design in the bare form, of nodes as the editor writes them. */
export function figDesign(
  nodeChanges: readonly { readonly [name: string]: Value }[],
  { blobs = [], prelude }: { readonly blobs?: readonly Uint8Array[]; readonly prelude?: string } = {},
): Buffer {
  const message = { type: 'NODE_CHANGES', nodeChanges, blobs: blobs.map((bytes) => ({ bytes })) };
  const definitions = definitionsFor(message);
  const parts = [encodeSchema(definitions), encodeValue(definitions, 'Message', message)];
  return innerForm(
    parts.map((part) => deflateRawSync(part)),
    prelude,
  );
}

/** An archive as the editor writes it: nothing packed, and sizes only behind the members and in the directory. */
export function archive(members: Readonly<Record<string, Uint8Array>>): Buffer {
  const written: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(members)) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(0x0808, 6);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(0x0808, 8);
    entry.writeUInt32LE(crc32(content), 16);
    entry.writeUInt32LE(content.length, 20);
    entry.writeUInt32LE(content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    entry.copy(descriptor, 4, 16, 28);
    const parts = [local, Buffer.from(name), Buffer.from(content), descriptor];
    written.push(...parts);
    directory.push(entry, Buffer.from(name));
    at += parts.reduce((sum, part) => sum + part.length, 0);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(members).length, 8);
  end.writeUInt16LE(Object.keys(members).length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, part) => sum + part.length, 0),
    12,
  );
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...written, ...directory, end]);
}

/** A guid of a number, in the session 1 or another. */
export const guid = (localID: number, sessionID = 1) => ({ sessionID, localID });

/** A node below another, at a place among its siblings. */
export const nodeOf = (
  type: string,
  id: number,
  parent: number,
  more: { readonly [name: string]: Value } = {},
  position = String.fromCharCode(0x21 + (id % 90)),
) => ({
  guid: guid(id),
  type,
  name: `${type} ${id}`,
  parentIndex: { guid: guid(parent), position },
  size: { x: 100, y: 50 },
  transform: { m00: 1, m01: 0, m02: 0, m10: 0, m11: 1, m12: 0 },
  ...more,
});

/** A document, its page 1:1 and the page 1:2 that is no page of answers, with nodes below them. */
export const documentWith = (...nodes: { readonly [name: string]: Value }[]) => [
  { guid: guid(0), type: 'DOCUMENT', name: 'Document' },
  { guid: guid(1), type: 'CANVAS', name: 'Page 1', parentIndex: { guid: guid(0), position: '!' } },
  {
    guid: guid(2),
    type: 'CANVAS',
    name: 'Internal Only Canvas',
    internalOnly: true,
    parentIndex: { guid: guid(0), position: '"' },
  },
  ...nodes,
];

/** Nodes as a message holds them, that lie in no message. */
export function nodesInMemory(nodes: readonly object[]): StoredNodes {
  const heads = nodes.map((node, place) => ({ ...node, place }) as NodeHead);
  const entries: Showing[] = [];
  const placesOf = (all: readonly Showing[] | undefined) =>
    all && Uint32Array.from(all, (entry) => entries.push(entry) - 1);
  const inPlace = ({ symbolData, derivedSymbolData, ...node }: Showing): FigNode => ({
    ...node,
    ...(symbolData && {
      symbolData: { ...symbolData, symbolOverrides: placesOf(symbolData.symbolOverrides) },
    }),
    ...(derivedSymbolData && { derivedSymbolData: placesOf(derivedSymbolData) }),
  });
  return {
    heads,
    showing: ({ place }) => nodes[place]!,
    whole: ({ place }) => inPlace(nodes[place]!),
    entry: (place) => inPlace(entries[place]!),
    entryPath: (place) => entries[place]!.guidPath?.guids ?? [],
  };
}
