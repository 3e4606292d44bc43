import { DocumentRefused } from '../../../document/document-refused.ts';
import type { Definition, Field } from './read-schema.ts';

/** The type of a field, whatever it is, of which only that it holds something is wanted. */
export const noticed = 'noticed';

/** The type of a field that no file has: the byte at which its message begins, where it can be read again. */
export const placed = 'place';

/** A definition as its reader wants it: of each field the type that it has to have, as `Paint[]`. */
export interface WantedDefinition {
  readonly kind: 'struct' | 'message';
  readonly fields: Readonly<Record<string, string>>;
  /** Fields of limits: a number that is none or infinite says there that there is no limit, as 0 does. */
  readonly limits?: readonly string[];
}

/** What is wanted of a message, by definition; all else is passed over and takes no memory. */
export type Projection = Readonly<Record<string, WantedDefinition>>;

/** The value that a type becomes. What names no definition of the projection is an enumeration: a constant's name. */
export type ValueOf<P extends Projection, T extends string> = T extends typeof noticed
  ? boolean
  : T extends typeof placed
    ? number
    : T extends `places of ${string}`
      ? Uint32Array
      : ReadValueOf<P, T>;

type ReadValueOf<P extends Projection, T extends string> = T extends `${infer E}[]`
  ? E extends 'byte'
    ? Uint8Array
    : readonly ValueOf<P, E>[]
  : T extends 'string'
    ? string
    : T extends 'bool'
      ? boolean
      : T extends 'int' | 'uint' | 'float' | 'byte'
        ? number
        : T extends keyof P
          ? FieldsOf<P, T>
          : string;

/** All fields of a struct are there; a message may lack each. */
type FieldsOf<P extends Projection, D extends keyof P> = P[D]['kind'] extends 'struct'
  ? { readonly [F in keyof P[D]['fields']]: ValueOf<P, P[D]['fields'][F]> }
  : { readonly [F in keyof P[D]['fields']]?: ValueOf<P, P[D]['fields'][F]> | undefined } & PlaceOf<
      P[D]['fields']
    >;

type PlaceOf<Fields> = {
  readonly [F in keyof Fields as Fields[F] extends typeof placed ? F : never]: number;
};

export interface BoundProjection {
  /** Whether a field's value is kept. */
  readonly isWanted: (definition: Definition, field: Field) => boolean;
  /** Whether only that it holds something is kept. */
  readonly isNoticed: (definition: Definition, field: Field) => boolean;
  /** Whether only the places of a list's elements are kept. */
  readonly isPlaces: (definition: Definition, field: Field) => boolean;
  /** Whether numbers that are none say that there is no limit. */
  readonly isLimit: (definition: Definition, field: Field) => boolean;
  /** The field that a message's own place is kept in. */
  readonly placeField: (definition: Definition) => string | undefined;
  /** Wanted fields whose type is another in this file: `NodeChange.size`. */
  readonly mismatched: readonly string[];
}

/**
 * Compares what is wanted with what a file's own schema says. A field of another type is left out, so that every
 * value has the type that the code knows.
 *
 * @throws DocumentRefused when a struct is not what it always was
 */
export function bindProjection(projection: Projection, definitions: readonly Definition[]): BoundProjection {
  const mismatched: string[] = [];
  const kept = new Map<Definition, ReadonlySet<Field>>();
  for (const definition of definitions) {
    const wanted = Object.hasOwn(projection, definition.name) ? projection[definition.name] : undefined;
    if (wanted === undefined) continue;
    if (definition.kind !== wanted.kind) throw notAsKnown(definition);
    const known = definition.fields.filter(({ name }) => Object.hasOwn(wanted.fields, name));
    const fitting = known.filter((field) => fits(field, wanted.fields[field.name]!, definitions, projection));
    if (wanted.kind === 'struct' && fitting.length < Object.keys(wanted.fields).length)
      throw notAsKnown(definition);
    for (const field of known)
      if (!fitting.includes(field)) mismatched.push(`${definition.name}.${field.name}`);
    kept.set(definition, new Set(fitting));
  }
  return {
    isWanted: (definition, field) => kept.get(definition)?.has(field) ?? false,
    isNoticed: ({ name }, field) => projection[name]?.fields[field.name] === noticed,
    isPlaces: ({ name }, field) => projection[name]?.fields[field.name]?.startsWith(placesOf('')) ?? false,
    isLimit: ({ name }, field) => projection[name]?.limits?.includes(field.name) ?? false,
    placeField: ({ name }) => placeFieldOf(projection[name]),
    mismatched,
  };
}

const placesOf = (type: string): string => `places of ${type}`;

function placeFieldOf(wanted: WantedDefinition | undefined): string | undefined {
  return Object.entries(wanted?.fields ?? {}).find(([, type]) => type === placed)?.[0];
}

function fits(field: Field, wanted: string, all: readonly Definition[], projection: Projection): boolean {
  if (wanted === noticed) return true;
  const base = typeof field.type === 'string' ? field.type : all[field.type]!.name;
  if (field.isArray && wanted === placesOf(base)) return true;
  if (`${base}${field.isArray ? '[]' : ''}` !== wanted) return false;
  return typeof field.type === 'string' || base in projection || all[field.type]!.kind === 'enum';
}

function notAsKnown({ name }: Definition): DocumentRefused {
  return new DocumentRefused(
    `The schema of the design describes ${JSON.stringify(name)} otherwise than every known version.`,
  );
}
