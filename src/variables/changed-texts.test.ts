import { expect, it } from 'vitest';
import { changedTexts } from './changed-texts.ts';
import { remove, themeFile, update, value } from './changes.suite.ts';

it('The changed texts are those that a body names, whatever else is in it', () => {
  const file = themeFile();
  const title = file.id('title');
  const texts = (body: unknown) => [...changedTexts(file.state(), body)];
  expect(texts({ variables: [update(title), update(file.id('size'))] })).toEqual([title]);
  expect(texts({ variableModeValues: [value(title, 'light', 'x'), value('none', 'light', 1)] })).toEqual([
    title,
  ]);
  expect(texts({ variables: [remove(title)], variableModeValues: [value(title, 'light', 'x')] })).toEqual([
    title,
  ]);
  for (const odd of [null, 'x', [], [null], [[]], {}, [{ id: 3, variableId: {} }], [{ id: '__proto__' }]]) {
    expect(texts({ variables: odd, variableModeValues: odd })).toEqual([]);
    expect(texts(odd)).toEqual([]);
  }
});
