import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memorySource } from './byte-source.ts';
import { ReadAhead } from './read-ahead.ts';

const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7 + (index >> 8)) & 255));

/** Runs of ranges that follow one another, from several places in turn. */
const ranges = fc
  .array(
    fc.record({
      place: fc.nat(3),
      length: fc.oneof(fc.nat(100), fc.nat(20_000), fc.constant(70_000)),
      jump: fc.boolean(),
    }),
    {
      maxLength: 60,
    },
  )
  .map((steps) => {
    const places = [0, 50_000, 100_000, 150_000];
    return steps.map(({ place, length, jump }) => {
      const position = Math.min(places[place]! + (jump ? 997 : 0), bytes.length);
      const end = Math.min(position + length, bytes.length);
      places[place] = end;
      return { position, length: end - position };
    });
  });

test.each(['readInto', 'read'])('ranges in any order are the bytes of a source with %s', (kind) => {
  const memory = memorySource(bytes);
  const source = kind === 'readInto' ? memory : { sizeBytes: memory.sizeBytes, read: memory.read };
  fc.assert(
    fc.property(ranges, (asked) => {
      const ahead = new ReadAhead(source);
      for (const { position, length } of asked) {
        const target = Buffer.alloc(length);
        ahead.readInto(target, position);
        expect(target.equals(bytes.subarray(position, position + length))).toBe(true);
      }
    }),
  );
});

test('two runs of small ranges in turn cost a read for many of them', () => {
  let reads = 0;
  const ahead = new ReadAhead({
    ...memorySource(bytes),
    readInto: (target, position) => {
      reads++;
      target.set(bytes.subarray(position, position + target.length));
    },
  });
  for (let step = 0; step < 500; step++) {
    ahead.readInto(Buffer.alloc(50), step * 50);
    ahead.readInto(Buffer.alloc(100), 100_000 + step * 100);
  }
  expect(reads).toBeLessThan(8);
});
