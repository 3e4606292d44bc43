import { expect, test } from 'vitest';
import { compileSnapshot } from '../src/document/compile-snapshot.ts';
import { readRestSource } from '../src/import/rest/read-rest-source.ts';
import { generateDocument } from './big-document.ts';

test.each([
  { nodes: 400, approximateBytes: 400_000 },
  { nodes: 5000, approximateBytes: 3_400_000 },
  { nodes: 5000, approximateBytes: 5_000_000, geometry: true },
])('a document of %j is a real one of about that size, the same each time', (wanted) => {
  const bytes = generateDocument(wanted);
  const { report } = compileSnapshot(readRestSource(bytes));
  expect(report.warnings).toEqual([]);
  expect(Math.abs(report.nodes - wanted.nodes)).toBeLessThan(25);
  expect(Math.abs(bytes.length / wanted.approximateBytes - 1)).toBeLessThan(0.05);
  expect(Buffer.from(generateDocument(wanted)).equals(bytes)).toBe(true);
});
