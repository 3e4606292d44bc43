import { describe, expect, it } from 'vitest';
import type { OwnNode } from '../../../src/code/own-node.ts';
import { fileName, wantedBy } from './export-settings.ts';

const box = { x: 0, y: 0, width: 100, height: 50 };
const node = (exportSettings: OwnNode['exportSettings']): OwnNode => ({
  id: '1:2',
  name: 'Card',
  type: 'FRAME',
  absoluteBoundingBox: box,
  ...(exportSettings === undefined ? {} : { exportSettings }),
});

describe('What is exported of a layer', () => {
  it('is what its settings say, widths and heights as scales', () => {
    const setting = (format: string, type: string, value: number) => ({
      suffix: '',
      format,
      constraint: { type, value },
    });
    expect(
      wantedBy(node([setting('PNG', 'SCALE', 2), setting('JPG', 'WIDTH', 50), setting('SVG', 'HEIGHT', 50)])),
    ).toEqual([
      { format: 'png', scale: 2, suffix: '' },
      { format: 'jpg', scale: 0.5, suffix: '' },
      { format: 'svg', scale: 1, suffix: '' },
    ]);
  });

  it('is one PNG where it has none, or none that is known', () => {
    const usual = [{ format: 'png', scale: 1, suffix: '' }];
    expect(wantedBy(node(undefined))).toEqual(usual);
    expect(wantedBy(node([{ suffix: '', format: 'GIF', constraint: { type: 'SCALE', value: 1 } }]))).toEqual(
      usual,
    );
  });

  it('is called by the name of the layer, each name once, in letters that every system takes', () => {
    const taken = new Set<string>();
    const png = { format: 'png', scale: 2, suffix: '' } as const;
    const names = ['Icon/Bag', 'icon bag', '  '].map((name) => fileName(name, png, taken));
    expect(names).toEqual(['Icon Bag@2x.png', 'icon bag@2x 2.png', 'Layer@2x.png']);
    expect(fileName('Logo', { format: 'svg', scale: 2, suffix: '-dark' }, taken)).toBe('Logo-dark.svg');
  });
});
