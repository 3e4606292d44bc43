import { expect, test } from 'vitest';
import { DocumentRefused } from '../../../document/document-refused.ts';
import { TextWriter } from './text-writer.ts';

function written(texts: readonly string[], most = Number.POSITIVE_INFINITY): Buffer[] {
  const pieces: Buffer[] = [];
  const lent: Uint8Array[] = [];
  const writer = new TextWriter(most, (piece) => {
    pieces.push(Buffer.from(piece));
    lent.push(piece);
  });
  for (const text of texts) writer.write(text);
  writer.end();
  // Whoever keeps a piece has nothing of it: it is written over.
  for (const piece of lent) piece.fill(0);
  return pieces;
}

test('Texts are handed on in order and in pieces, also one that is larger than any', () => {
  const texts = ['{', 'é'.repeat(100_000), 'x'.repeat(300_000), '€'.repeat(90_000), '}'];
  const pieces = written(texts);
  expect(Buffer.concat(pieces).toString()).toBe(texts.join(''));
  expect(pieces.length).toBeGreaterThan(3);
});

test('More than may be is refused, however it is written', () => {
  expect(Buffer.concat(written(['€€'], 6)).length).toBe(6);
  expect(() => written(['€€'], 5)).toThrow(DocumentRefused);
  expect(() => written(['x'.repeat(400_000)], 399_999)).toThrow('unfold to more than 399,999 bytes');
});
