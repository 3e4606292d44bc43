import { describe, expect, it } from 'vitest';
import { fileNames } from './file-names.ts';

describe('the name of a picture’s file', () => {
  it('is the node’s, with the scale where it is not 1', () => {
    const names = fileNames();
    expect(names.next('Icon', 1, 'png')).toBe('Icon.png');
    expect(names.next('Icon', 2, 'png')).toBe('Icon@2x.png');
    expect(names.next('Größe 24, täglich', 0.5, 'jpg')).toBe('Größe 24, täglich@0.5x.jpg');
  });

  it('is taken once only, upper and lower case being the same', () => {
    const names = fileNames();
    expect(['Icon', 'icon', 'ICON'].map((name) => names.next(name, 1, 'svg'))).toEqual([
      'Icon.svg',
      'icon-2.svg',
      'ICON-3.svg',
    ]);
  });

  it.each([
    ['a/b\\c:d', 'a-b-c-d.png'],
    ['../../etc/passwd', 'etc-passwd.png'],
    ['', 'node.png'],
    ['...', 'node.png'],
    ['con', 'node-con.png'],
    ['a\u0000b\u202e', 'a-b.png'],
    ['x'.repeat(500), `${'x'.repeat(100)}.png`],
    ['\ud800 lone', 'lone.png'],
  ])('of %j is safe everywhere: %s', (name, expected) => {
    expect(fileNames().next(name, 1, 'png')).toBe(expected);
  });
});
