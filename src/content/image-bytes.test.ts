import { expect, it } from 'vitest';
import { contractDocument } from '../contract/published-document.ts';
import { imageRefForm, requireImageRef } from './image-bytes.ts';

it('a paint names an image by as many characters as the contract says', () => {
  expect(contractDocument().components.parameters.ImageRef?.schema?.pattern).toBe(imageRefForm.source);
});

it.each(['a', 'f0e1.png', 'a'.repeat(128)])('%s is an image reference', (text) => {
  expect(() => requireImageRef(text)).not.toThrow();
});

it.each(['', 'a/b', 'a b', 'ä', 'a'.repeat(129)])('%j is not an image reference', (text) => {
  expect(() => requireImageRef(text)).toThrow('is not an image reference');
});
