import { expect, it } from 'vitest';
import { extendedFile, remove, update, value, variable } from './changes.suite.ts';
import { localAnswerOf } from './local-answer.suite.ts';
import { persistentMap } from './persistent-map.ts';
import { roughSizeBytes } from './rough-size.ts';
import { emptyState } from './state.ts';

it('the rough size is at least that of the printed answer and of every long text', () => {
  const file = extendedFile();
  const small = roughSizeBytes(file.state());
  expect(small).toBeGreaterThan(roughSizeBytes(emptyState));
  expect(small).toBeGreaterThan(JSON.stringify(localAnswerOf(file.state())).length);
  const long = 'x'.repeat(10_000);
  file.apply({
    variableCollections: [update('brand', { name: long })],
    variables: [update('size', { name: long, description: long, codeSyntax: { WEB: long } })],
    variableModeValues: [value('title', 'light', long), value('title', 'brandDark', long)],
  });
  expect(roughSizeBytes(file.state())).toBeGreaterThan(small + 6 * long.length);
});

it('the rough size is the same when it is updated as when it is counted anew', () => {
  const file = extendedFile();
  const before = file.state();
  roughSizeBytes(before);
  file.apply({
    variables: [update('size', { description: 'x'.repeat(100) }), remove('gap'), variable('added')],
  });
  const after = file.state();
  const anew = { ...after, variables: persistentMap(after.variables) };
  expect(roughSizeBytes(after, before)).toBe(roughSizeBytes(anew));
});
