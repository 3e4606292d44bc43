import { describe, expect, it } from 'vitest';
import { isPressed } from './starts.ts';

const press = (keyCode: number, held: object = {}): KeyboardEvent =>
  ({ keyCode, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held }) as KeyboardEvent;

describe('keys that a design names', () => {
  it('are pressed alone, or with those that are held for them', () => {
    expect(isPressed([75], press(75))).toBe(true);
    expect(isPressed([17, 75], press(75, { ctrlKey: true }))).toBe(true);
    expect(isPressed([91, 75], press(75, { metaKey: true }))).toBe(true);
    expect(isPressed([16], press(16, { shiftKey: true }))).toBe(true);
  });

  it('are not pressed by others, with more or fewer held, nor in twos that no keyboard tells together', () => {
    expect(isPressed([75], press(76))).toBe(false);
    expect(isPressed([75], press(75, { ctrlKey: true }))).toBe(false);
    expect(isPressed([17, 75], press(75))).toBe(false);
    expect(isPressed([75, 76], press(75))).toBe(false);
    expect(isPressed([], press(75))).toBe(false);
  });
});
