import fc from 'fast-check';
import { compileSchema, decodeBinarySchema, encodeBinarySchema, type Schema } from 'kiwi-schema';
import { describe, expect, test } from 'vitest';
import { memorySource } from '../../../document/byte-source.ts';
import { DocumentRefused } from '../../../document/document-refused.ts';
import {
  type Definitions,
  encodeSchema,
  encodeValue,
  type Value,
  varuint,
} from '../../../testing/fig-files.ts';
import type { Projection } from './projection.ts';
import { readingAt, readMessage } from './read-message.ts';
import { readSchema } from './read-schema.ts';

const definitions: Definitions = {
  Kind: ['NONE', 'CIRCLE', 'SQUARE'],
  Point: { kind: 'struct', fields: { x: 'float', y: 'float' } },
  Shape: {
    kind: 'message',
    fields: {
      name: 'string',
      kind: 'Kind',
      points: 'Point[]',
      children: 'Shape[]',
      bytes: 'byte[]',
      count: 'uint',
      depth: 'int',
      visible: 'bool',
      ignored: 'Ignored[]',
    },
  },
  Ignored: { kind: 'message', fields: { self: 'Ignored', big: 'uint64', text: 'string', list: 'int[]' } },
  Empty: { kind: 'struct', fields: {} },
  Hollow: { kind: 'message', fields: { empties: 'Empty[]' } },
};

const projection = {
  Point: { kind: 'struct', fields: { x: 'float', y: 'float' } },
  Shape: {
    kind: 'message',
    fields: {
      name: 'string',
      kind: 'Kind',
      points: 'Point[]',
      children: 'Shape[]',
      bytes: 'byte[]',
      count: 'uint',
      depth: 'int',
      visible: 'bool',
    },
  },
} as const satisfies Projection;

const schema = readSchema(encodeSchema(definitions));
const encode = (value: Value) => encodeValue(definitions, 'Shape', value);
const decode = (bytes: Uint8Array) => readMessage(bytes, schema, projection, 'Shape').message;

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DocumentRefused) return error.message;
    throw error;
  }
  return 'taken';
}

test('A list is known by places, at each of which its element is read again, whatever was read before', () => {
  const ofItems: Definitions = {
    Item: { kind: 'message', fields: { name: 'string', size: 'float', more: 'Item[]' } },
    List: { kind: 'message', fields: { items: 'Item[]', others: 'Item[]' } },
  };
  const heads = {
    Item: { kind: 'message', fields: { place: 'place', name: 'string' } },
    List: { kind: 'message', fields: { items: 'Item[]', others: 'places of Item' } },
  } as const satisfies Projection;
  const whole = {
    Item: { kind: 'message', fields: { name: 'string', size: 'float', more: 'Item[]' } },
  } as const satisfies Projection;
  const items = ['a', 'b', 'c'].map((name, index) => ({
    name,
    size: index + 0.5,
    more: [{ name, size: 1 }],
  }));
  const bytes = encodeValue(ofItems, 'List', { items, others: items });
  const definitions = readSchema(encodeSchema(ofItems));
  const { message } = readMessage(bytes, definitions, heads, 'List');
  const { readAt } = readingAt(bytes, definitions, whole, 'Item');
  expect(message.items?.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
  for (const places of [message.items!.map(({ place }) => place).reverse(), [...message.others!].reverse()])
    expect(places.map((place) => plain(readAt(place).value))).toEqual([...items].reverse());
});

describe('Bytes that lie elsewhere', () => {
  const shapes = Array.from({ length: 400 }, (_, number) => ({
    name: 'é'.repeat(number === 200 ? 40_000 : number),
    points: Array.from({ length: number % 50 }, (_unused, index) => ({ x: index + 0.25, y: number })),
    bytes: Buffer.alloc(number === 300 ? 50_000 : number % 90, number),
    count: number * 1000,
  }));
  const bytes = encode({ children: shapes });
  const whole = decode(bytes).children!;
  const places = {
    ...projection,
    Shape: { kind: 'message', fields: { children: 'places of Shape' } },
  } as const;
  const found = [...readMessage(bytes, schema, places, 'Shape').message.children!];
  const source = memorySource(bytes);

  test('are read through a window as they are read in memory, in whatever order', () => {
    const { readAt } = readingAt(source, schema, projection, 'Shape');
    for (const order of [found, found.toReversed()])
      for (const place of order) expect(readAt(place).value).toEqual(whole[found.indexOf(place)]);
  });

  test('stay as they were read when the window goes on', () => {
    const { readAt } = readingAt(source, schema, projection, 'Shape');
    const kept = found.map((place) => readAt(place).value.bytes);
    expect(kept).toEqual(whole.map((shape) => shape.bytes));
  });

  test('are passed by and told in size as in memory', () => {
    const read = (from: Uint8Array | typeof source) => {
      const { readAt } = readingAt(
        from,
        schema,
        { Shape: { kind: 'message', fields: { count: 'uint' } } },
        'Shape',
      );
      return found.map(readAt);
    };
    expect(read(source)).toEqual(read(bytes));
  });
});

test('A list that is known by places may be no longer than the bytes that are left', () => {
  const ofItems: Definitions = {
    Item: { kind: 'message', fields: { name: 'string' } },
    List: { kind: 'message', fields: { items: 'Item[]' } },
  };
  const places = {
    List: { kind: 'message', fields: { items: 'places of Item' } },
  } as const satisfies Projection;
  const bytes = Buffer.concat([Buffer.of(1), varuint(4_000_000_000), Buffer.alloc(9)]);
  expect(refusal(() => readMessage(bytes, readSchema(encodeSchema(ofItems)), places, 'List'))).toContain(
    'a list of 4000000000 elements is longer than what is left',
  );
});

const shape: fc.Arbitrary<Value> = fc.letrec<{ shape: Value }>((tie) => ({
  shape: fc.record(
    {
      name: fc.string().map((text) => text.replaceAll('\0', '')),
      kind: fc.constantFrom('NONE', 'CIRCLE', 'SQUARE'),
      points: fc.array(
        fc
          .record({ x: fc.integer(), y: fc.float({ noNaN: true }) })
          .map(({ x, y }) => ({ x: Math.fround(x), y: Math.abs(y) < 1e-30 || !Number.isFinite(y) ? 0 : y })),
      ),
      children: fc.array(tie('shape') as fc.Arbitrary<Value>, {
        maxLength: 3,
      }) as fc.Arbitrary<Value>,
      bytes: fc.uint8Array(),
      count: fc.nat(),
      depth: fc.integer({ min: -1e6, max: 1e6 }),
      visible: fc.boolean(),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Value>,
})).shape;

/** As JSON has it, bytes as lists. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

describe('A message is read by the schema of its own file', () => {
  test('so that what was written comes back', () => {
    fc.assert(
      fc.property(shape, (value) => {
        expect(plain(decode(encode(value)))).toEqual(plain(value));
      }),
    );
  });

  test('as the library of the format’s author reads it', () => {
    const author = compileSchema(decodeBinarySchema(new Uint8Array(encodeSchema(definitions))) as Schema);
    fc.assert(
      fc.property(shape, (value) => {
        const bytes = encode(value);
        expect(plain(decode(bytes))).toEqual(plain(author.decodeShape(new Uint8Array(bytes))));
      }),
    );
    expect(encodeBinarySchema(decodeBinarySchema(new Uint8Array(encodeSchema(definitions))))).toBeDefined();
  });

  test('without what nobody wants of it', () => {
    const ignored = [{ self: { text: 'deep' }, big: 77, list: [1, -2] }];
    expect(plain(decode(encode({ name: 'kept', ignored })))).toEqual({ name: 'kept' });
  });

  test('into objects that have no other names than their own', () => {
    const message = decode(encode({ name: 'one' })) as Record<string, unknown>;
    expect(message.constructor).toBeUndefined();
    expect(message.toString).toBeUndefined();
  });

  test('with a constant that the schema lacks as its number', () => {
    expect(decode(Buffer.concat([Buffer.of(2), varuint(9), Buffer.of(0)])).kind).toBe('9');
  });

  test('with a number that is none as 0', () => {
    const infinite = Buffer.of(0xff, 0, 0, 0);
    const bytes = Buffer.concat([Buffer.of(3, 1), infinite, Buffer.of(0), Buffer.of(0)]);
    expect(decode(bytes).points).toEqual([{ x: 0, y: 0 }]);
  });

  test('without a field whose type is another than known, which is named', () => {
    const other = {
      ...definitions,
      Shape: { kind: 'message', fields: { name: 'uint', kind: 'Point' } },
    } as const;
    const read = readMessage(
      encodeValue(other, 'Shape', { name: 7 }),
      readSchema(encodeSchema(other)),
      projection,
      'Shape',
    );
    expect(plain(read.message)).toEqual({});
    expect(read.mismatched).toEqual(['Shape.name', 'Shape.kind']);
  });
});

describe('A message or schema that cannot be read is refused in one sentence', () => {
  const field = (name: string) => Buffer.concat([Buffer.from(`${name}\0`), Buffer.of(3, 0, 1)]);
  const deep = (levels: number): Value => (levels === 0 ? {} : { children: [deep(levels - 1)] });
  const loose = { Shape: { kind: 'struct', fields: {} } } as const satisfies Projection;
  const struct = (fields: Readonly<Record<string, string>>) => ({ kind: 'struct', fields }) as const;
  const of = (made: Definitions) => () =>
    readMessage(Buffer.of(0), readSchema(encodeSchema(made)), loose, 'Shape');
  test.each([
    ['an unknown field', () => decode(Buffer.of(200, 1, 0)), 'at byte 2: Shape has no field 200.'],
    ['bytes behind its end', () => decode(Buffer.of(0, 0)), 'at byte 1: bytes follow its end.'],
    ['a text without end', () => decode(Buffer.of(1, 65, 66)), 'at byte 1: a text has no end.'],
    ['a cut message', () => decode(encode({ count: 5 }).subarray(0, 1)), 'at byte 1: it ends in the middle.'],
    [
      'a list longer than the rest',
      () => decode(Buffer.concat([Buffer.of(4), varuint(4e9), Buffer.of(0)])),
      'at byte 6: a list of 4000000000 elements is longer than what is left.',
    ],
    ['nesting without end', () => decode(encode(deep(100))), 'it is nested deeper than 64 levels.'],
    [
      'a schema cut short',
      () => readSchema(encodeSchema(definitions).subarray(0, 50)),
      'of the design cannot be read at byte',
    ],
    [
      'a schema of too many definitions',
      () => readSchema(varuint(6000)),
      'it has 6000 definitions; 5000 may be.',
    ],
    ['a type that is not there', of({ Shape: struct({ a: 'Missing' }) }), 'is of a type that is not there.'],
    [
      'a struct in itself',
      of({ Shape: struct({ a: 'Other' }), Other: struct({ b: 'Shape' }) }),
      'contains itself.',
    ],
    [
      'a dangerous name',
      of({ Shape: struct({ ['__proto__']: 'int' }) }),
      'a field has the name "__proto__".',
    ],
    [
      'two fields of one number',
      () =>
        readSchema(Buffer.concat([varuint(1), Buffer.from('A\0'), Buffer.of(2, 2), field('a'), field('b')])),
      '"A" gives the number 1 twice',
    ],
    [
      'two definitions of one name',
      () => readSchema(Buffer.concat([varuint(2), ...[1, 2].map(() => Buffer.from('A\0\x02\0'))])),
      'it defines "A" twice',
    ],
    ['a kind that there is not', () => readSchema(Buffer.from('\x01A\0\x07\0')), '"A" is of no known kind'],
    ['no root', of({ Else: struct({ a: 'int' }) }), 'its schema defines no Shape.'],
  ])('%s', (_title, work, sentence) => {
    expect(refusal(work)).toContain(sentence);
  });

  test('a list of values that take no bytes, however long it says it is', () => {
    const hollow = {
      Hollow: { kind: 'message', fields: { empties: 'Empty[]' } },
    } as const satisfies Projection;
    for (const count of [1_000_000, 4_000_000_000]) {
      const bytes = Buffer.concat([Buffer.of(1), varuint(count), Buffer.of(0)]);
      const loose = { Hollow: { kind: 'message', fields: {} } } as const satisfies Projection;
      for (const wanted of [hollow, loose])
        expect(refusal(() => readMessage(bytes, schema, wanted, 'Hollow'))).toContain(
          `a list of ${count} elements is longer than what is left`,
        );
    }
  });

  test('a struct that says something else than it ever did', () => {
    const other = { ...definitions, Point: { kind: 'struct', fields: { x: 'float' } } } as const;
    expect(
      refusal(() => readMessage(Buffer.of(0), readSchema(encodeSchema(other)), projection, 'Shape')),
    ).toBe('The schema of the design describes "Point" otherwise than every known version.');
  });

  test('whatever byte of it is changed or cut off: it is read or refused, and nothing else', () => {
    const bytes = encode({ name: 'one', points: [{ x: 1, y: 2 }], children: [{ count: 3 }, { depth: -4 }] });
    const schemaBytes = encodeSchema(definitions);
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 255 }), fc.boolean(), (place, byte, ofSchema) => {
        const target = Buffer.from(ofSchema ? schemaBytes : bytes);
        target[place % target.length] = byte;
        const work = (end: number) => () =>
          readMessage(
            ofSchema ? bytes : target.subarray(0, end),
            ofSchema ? readSchema(target.subarray(0, end)) : schema,
            projection,
            'Shape',
          );
        expect(refusal(work(target.length)).length).toBeGreaterThan(0);
        expect(refusal(work(place % target.length)).length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});

test('The time that a message takes grows with its length, not with the square of it', () => {
  const made = (count: number) => {
    const layer = (index: number) => ({ name: `Layer ${index}`, points: [{ x: 1, y: 2 }] });
    return encode({ children: Array.from({ length: count }, (_, index) => layer(index)) });
  };
  const timeOf = (bytes: Uint8Array) => {
    const times = Array.from({ length: 5 }, () => {
      const start = process.cpuUsage();
      decode(bytes);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    });
    return Math.max(2000, Math.min(...times));
  };
  const [small, large] = [made(5000), made(80_000)];
  timeOf(small);
  expect(timeOf(large) / timeOf(small)).toBeLessThan(128);
});
