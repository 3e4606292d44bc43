import { expect, test } from 'vitest';
import { blankLines } from './blank-lines.ts';

/** Where bytes are cut, as they come in these parts. */
function piecesOf(parts: readonly string[]): string[] {
  const lengthOf = blankLines();
  const pieces: string[] = [];
  for (const part of parts) {
    for (let rest = Buffer.from(part); rest.length > 0; ) {
      const length = lengthOf(rest);
      pieces.push(rest.toString('latin1', 0, length));
      rest = rest.subarray(length);
    }
  }
  return pieces;
}

test('Heads are cut from each other behind their blank lines, whatever stands before the first', () => {
  expect(piecesOf(['A\r\nB\r\n\r\nC\r\n\r\n', 'D\n\nE'])).toEqual([
    'A\r\nB\r\n\r\n',
    'C\r\n\r\n',
    'D\n\n',
    'E',
  ]);
  expect(piecesOf(['\r\n\r\n\n\nA\r\n\r\n'])).toEqual(['\r\n\r\n\n\nA\r\n\r\n']);
  expect(piecesOf(['A\r\r\nB\r\n \r\nC\r\n\r\nD'])).toEqual(['A\r\r\nB\r\n \r\nC\r\n\r\n', 'D']);
});

test('A head that comes in parts is cut from the next one at the same place', () => {
  const [first, second] = ['GET / HTTP/1.1\r\nA: b\r\n\r\n', 'GET /c HTTP/1.1\r\n\r\n'];
  const both = first + second;
  for (let at = 1; at < both.length; at++) {
    const places = piecesOf([both.slice(0, at), both.slice(at)]).map((piece) => piece.length);
    expect(places).toEqual(
      at < first.length
        ? [at, first.length - at, second.length]
        : [first.length, ...(at === first.length ? [] : [at - first.length]), both.length - at],
    );
  }
});
