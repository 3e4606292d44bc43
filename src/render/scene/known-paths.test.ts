import { describe, expect, it } from 'vitest';
import { isPathError } from '../geometry/parse-path.ts';
import { knownPath } from './known-paths.ts';

describe('a path of a file', () => {
  it('that was read before is not read again', () => {
    const text = 'M0 0L10 0L10 10Z';
    expect(knownPath(text, 'NONZERO')).toBe(knownPath(`${text}`, 'NONZERO'));
    expect(knownPath(text, 'EVENODD')).toMatchObject({ rule: 'EVENODD' });
    expect(knownPath(text, 'NONZERO')).toMatchObject({ rule: 'NONZERO' });
  });

  it('that is long is not kept', () => {
    const text = `M0 0${'L10 0L10 10'.repeat(1000)}Z`;
    expect(knownPath(text, 'NONZERO')).not.toBe(knownPath(text, 'NONZERO'));
    expect(knownPath(text, 'NONZERO')).toEqual(knownPath(text, 'NONZERO'));
  });

  it('that cannot be read is an error each time', () => {
    expect(isPathError(knownPath('M0', 'NONZERO'))).toBe(true);
    expect(isPathError(knownPath('M0', 'NONZERO'))).toBe(true);
  });
});
