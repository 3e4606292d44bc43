import { expect, it } from 'vitest';
import { alias, themeFile, value } from '../changes.suite.ts';
import { openDocument } from './follow.suite.ts';

it('Nodes that follow a variable are read together with their neighbours', () => {
  const file = themeFile();
  const before = file.state();
  const paint = { type: 'SOLID', color: { r: 0, g: 0, b: 0, a: 1 } };
  const count = 1000;
  const document = openDocument(
    Array.from({ length: count }, (_, at) => ({
      id: `2:${at}`,
      type: 'RECTANGLE',
      fills: [{ ...paint, boundVariables: { color: alias(file.id('ink')) } }],
    })),
  );
  file.apply({ variableModeValues: [value('ink', 'light', { r: 1, g: 0, b: 0, a: 1 })] });
  const read = document.reads();
  document.follow(before, file.state());
  expect(document.reads() - read).toBeLessThan(count / 4);
  expect(document.node('2:999').fills).toMatchObject([{ color: { r: 1 } }]);
});
