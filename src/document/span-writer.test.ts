import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SpanWriter } from './span-writer.ts';

const source = Buffer.alloc(400_000, 'abcdefghijklmnopqrstuvwxyz0123456789');

/** Steps over the source: how far, and what becomes of the stretch. */
const step = fc.tuple(
  fc.oneof(fc.nat(60), fc.nat(3000), fc.integer({ min: 60_000, max: 140_000 })),
  fc.constantFrom('take', 'take', 'drop', 'insert'),
);

test('What a writer of spans took can be read at any offset, whether it was copied or stayed where it was', () => {
  const ends = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(70_000));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.array(ends, { maxLength: 5 }), (steps, ranges) => {
      const writer = new SpanWriter(64);
      let expected = '<';
      let at = 0;
      writer.write(Buffer.from('<'));
      writer.begin(source, 0);
      for (const [length, what] of steps) {
        const to = Math.min(source.length, at + length);
        if (what === 'drop') writer.drop(at, to);
        else expected += source.toString('latin1', at, to);
        if (what === 'insert') {
          writer.insert(to, Buffer.from('+more+'));
          expected += '+more+';
        }
        at = to;
        expect(writer.offsetOf(at)).toBe(expected.length);
      }
      writer.end(at);
      expect(Buffer.concat(writer.pieces()).toString('latin1')).toBe(expected);
      for (const [from, length] of ranges) {
        const start = Math.floor(from * (expected.length - 1));
        const end = Math.min(expected.length, start + length);
        expect(Buffer.from(writer.read(start, end)).toString('latin1')).toBe(expected.slice(start, end));
      }
    }),
    { numRuns: 60 },
  );
});
