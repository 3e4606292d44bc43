import { expect, it } from 'vitest';
import { comparisonOf } from './comparison.ts';

it('The address of a comparison says two sides, a frame and a view, and nothing that it does not know', () => {
  expect(comparisonOf({ from: 12, to: 'branch', frame: '1:2', view: 'over', else: 'x' })).toEqual({
    from: '12',
    to: 'branch',
    frame: '1:2',
    view: 'over',
  });
  expect(comparisonOf({ from: '', view: 'sideways' })).toEqual({});
});
