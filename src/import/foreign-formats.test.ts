import { expect, it } from 'vitest';
import { hintFor } from './foreign-formats.ts';

it.each([
  ['\x89PNG\r\n', /picture/],
  ['\xff\xd8\xff\xe0', /picture/],
  ['RIFF\x01\x02\x03\x04WEBP', /picture/],
  ['%PDF-', /PDF: .* local copy/],
  ['<?xml version="1.0"?><svg/>', /SVG: .* local copy/],
  ['<!DOCTYPE html><html>', /web page, .* give its address/],
])('A file of another format that begins with %j is told what to do with it', (start, hint) => {
  expect(hintFor(Buffer.from(start, 'latin1'))).toMatch(hint);
});

it('A file of no known format gets no hint', () => {
  expect(hintFor(Buffer.from('{"document":1}'))).toBe('');
});
