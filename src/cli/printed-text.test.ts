import { expect, it } from 'vitest';
import { bytesText, counted, printable, tableText } from './printed-text.ts';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 KB'],
  [19_226_525, '19 MB'],
  [2_500_000_000, '2.5 GB'],
])('%i bytes are %s', (sizeBytes, text) => expect(bytesText(sizeBytes)).toBe(text));

it.each([
  [1, 'user', '1 user'],
  [2, 'branch', '2 branches'],
  [1204, 'node', '1,204 nodes'],
  [0, 'person', '0 people'],
  [0, 'delivery', '0 deliveries'],
  [2, 'day', '2 days'],
])('%i and "%s" are "%s"', (count, noun, text) => expect(counted(count, noun)).toBe(text));

it('columns are as wide as their widest cell, without blanks at the end', () => {
  expect(
    tableText(
      ['ID', 'NAME'],
      [
        ['1', 'Long name'],
        ['123', ''],
      ],
    ),
  ).toBe('ID   NAME\n1    Long name\n123\n');
});

it('a name cannot steer the terminal', () => {
  expect(printable('a\u001b[31mred\u202eb\r\n')).toBe('a\ufffd[31mred\ufffdb\ufffd\ufffd');
});

it('a table may have more rows than a call takes values', () => {
  const rows = Array.from({ length: 200_000 }, (_, at) => [String(at), 'x']);
  expect(tableText(['ID', 'NAME'], rows).slice(0, 22)).toBe('ID      NAME\n0       x');
});
