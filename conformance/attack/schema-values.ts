import fc from 'fast-check';
import { kindOf, type Place } from './kinds-of-ids.ts';
import type { PlannedThing } from './known-things.ts';
import { type Choice, markSign, plannedThingsOf } from './planned-things.ts';
import type { Interface, Schema } from './published-interface.ts';
import { specialOf } from './special-values.ts';

type Values = fc.Arbitrary<unknown>;

/** Arbitrary values of a schema; where a name says that ids are meant, ids of things. */
export class ValueSource {
  readonly #schemas: Interface['schemas'];
  readonly choice: Choice;
  readonly #known = new Map<string, Values>();

  constructor({ schemas }: Interface, choice: Choice) {
    this.#schemas = schemas;
    this.choice = choice;
  }

  /** Things of a kind. */
  planned(kind: string): fc.Arbitrary<PlannedThing> {
    return plannedThingsOf(kind, this.choice);
  }

  of(schema: Schema, place: Place, depth = 0): Values {
    const special = specialOf(place, this.choice);
    if (special !== undefined) return special;
    const kind = kindOf(place);
    if (kind !== undefined && !isContainer(schema)) return this.planned(kind);
    if (schema.$ref !== undefined) return this.#referred(schema.$ref, place, depth);
    const branches = schema.oneOf ?? schema.anyOf;
    if (branches !== undefined)
      return fc.oneof(
        ...branches.slice(0, 8).map((branch) => this.of({ ...outer(schema), ...branch }, place, depth)),
      );
    if (schema.allOf !== undefined) return this.#all(schema.allOf, place, depth);
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    if (Array.isArray(schema.type))
      return fc.oneof(...schema.type.map((type: string) => this.of({ ...schema, type }, place, depth)));
    return this.#typed(schema, place, depth);
  }

  #referred(reference: string, place: Place, depth: number): Values {
    const name = reference.split('/').at(-1) ?? '';
    const schema = this.#schemas[name] ?? {};
    if (depth > 4) return fc.constant(undefined);
    const key = `${name} ${place.operation} ${place.name} ${depth}`;
    const known = this.#known.get(key) ?? this.of(schema, place, depth + 1);
    this.#known.set(key, known);
    return known;
  }

  #all(schemas: readonly Schema[], place: Place, depth: number): Values {
    const parts = schemas.map((schema) => this.of(schema, place, depth + 1));
    return fc.tuple(...parts).map((objects) => Object.assign({}, ...(objects as object[])));
  }

  #typed(schema: Schema, place: Place, depth: number): Values {
    switch (schema.type) {
      case 'string':
        return textsOf(schema);
      case 'integer':
      case 'number':
        return numbersOf(schema);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array': {
        const items = this.of(schema.items ?? {}, place, depth + 1);
        return fc.array(items, {
          minLength: schema.minItems ?? 0,
          maxLength: Math.max(schema.minItems ?? 0, 3),
        });
      }
      default:
        return schema.properties === undefined ? anything : this.#object(schema, place, depth);
    }
  }

  #object({ properties = {}, required = [] }: Schema, place: Place, depth: number): Values {
    const entries = Object.entries(properties).map(([name, schema]): [string, Values] => [
      name,
      this.of(schema, { ...place, name }, depth + 1),
    ]);
    return fc.record(Object.fromEntries(entries), {
      requiredKeys: required.filter((name) => Object.hasOwn(properties, name)),
      noNullPrototype: true,
    });
  }
}

const outer = ({ oneOf: _oneOf, anyOf: _anyOf, ...rest }: Schema): Schema => rest;

function isContainer({ type, properties }: Schema): boolean {
  return properties !== undefined || type === 'array' || type === 'object';
}

const anything = fc.jsonValue({ maxDepth: 2 });
const words = fc.constantFrom(
  `Name ${markSign}`,
  `Grüße 👋 ${markSign}`,
  'x',
  `"<b>' \\ ${markSign}`,
  '\u202eabc',
);

function textsOf({ minLength = 0, maxLength, pattern, format }: Schema): Values {
  if (format === 'date-time') return moments;
  if (pattern !== undefined) return patternTexts(pattern);
  const shortest = 'y'.repeat(minLength);
  const longest = 'z'.repeat(Math.min(maxLength ?? 3000, 20_000));
  const fitting = words.map((text) => text.padEnd(minLength, '.').slice(0, maxLength));
  const unicode = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.min(maxLength ?? 40, minLength + 40),
  });
  return fc.oneof(
    { weight: 6, arbitrary: fitting },
    { weight: 2, arbitrary: unicode },
    { weight: 1, arbitrary: fc.constantFrom(shortest, longest) },
  );
}

function patternTexts(pattern: string): Values {
  try {
    return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  } catch {
    return words;
  }
}

const moments = fc.oneof(
  fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.constantFrom(
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2024-02-29T23:59:60+14:00',
    '2026-01-01T00:00:00.123456789-23:59',
  ),
);
function numbersOf({ type, minimum = -10, maximum = 1_000_000 }: Schema): Values {
  const borders = [minimum, maximum, Math.max(minimum, Math.min(maximum, 1))];
  const within =
    type === 'integer'
      ? fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, minimum + 100)) })
      : fc.double({ min: minimum, max: Math.min(maximum, minimum + 100), noNaN: true });
  return fc.oneof({ weight: 3, arbitrary: within }, { weight: 1, arbitrary: fc.constantFrom(...borders) });
}
