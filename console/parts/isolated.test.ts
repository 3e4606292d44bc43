import { expect, it } from 'vitest';
import { isolated, wayOf } from './isolated.ts';

it('A name from right to left stands for itself among others, and others are as they were', () => {
  expect(isolated('Core')).toBe('Core');
  expect(isolated('שלום')).toBe('\u2068שלום\u2069');
  expect(wayOf(['مرحبا', 'App'])).toBe('\u2068مرحبا\u2069 / App');
});
