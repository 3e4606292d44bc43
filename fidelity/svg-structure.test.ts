import { describe, expect, it } from 'vitest';
import { compareSvgStructure, readElements } from './svg-structure.ts';

const svg = (body: string): string => `<svg width="10" height="10">\n${body}\n</svg>\n`;
const clip = (suffix: string): string =>
  svg(
    `<g clip-path="url(#clip0_${suffix})">\n</g>\n<defs>\n<clipPath id="clip0_${suffix}">\n</clipPath>\n</defs>`,
  );

describe('the structure of an SVG', () => {
  it('is its elements in their order, with their depth and attributes', () => {
    const elements = readElements(svg('<g opacity="0.5">\n<rect x="1"/>\n</g>'));
    expect(elements.map(({ tag, depth }) => [tag, depth])).toEqual([
      ['svg', 0],
      ['g', 1],
      ['rect', 2],
    ]);
    expect(elements[1]?.attributes).toEqual([['opacity', '0.5']]);
  });

  it('is the same where only paths, bytes of images and last digits differ', () => {
    const ours = svg('<path d="M0 0H1" fill="#FF0000"/>\n<circle r="5.001"/>\n<image xlink:href="data:a"/>');
    const theirs = svg('<path d="M0 0V1" fill="#FF0000"/>\n<circle r="5"/>\n<image xlink:href="data:b"/>');
    expect(compareSvgStructure(ours, theirs)).toEqual([]);
  });

  it.each([
    ['another element', '<rect/>', '<circle/>'],
    ['one element more', '<rect/>', '<rect/><rect/>'],
    ['another depth', '<g/><rect/>', '<g><rect/></g>'],
    ['an attribute more', '<rect fill="white"/>', '<rect x="1" fill="white"/>'],
    ['another order of attributes', '<rect x="1" y="1"/>', '<rect y="1" x="1"/>'],
    ['another colour', '<rect fill="#000001"/>', '<rect fill="#000002"/>'],
    ['another number', '<rect x="1"/>', '<rect x="1.1"/>'],
    ['another id', '<mask id="mask0_1_2"/>', '<mask id="mask0_1_3"/>'],
  ])('differs by %s', (_what, ours, theirs) => {
    expect(compareSvgStructure(svg(ours), svg(theirs))).toHaveLength(1);
  });

  it('treats generated ids of layers inside instances as equal, and no others', () => {
    expect(compareSvgStructure(clip('0_12345'), clip('0_43'))).toEqual([]);
    expect(compareSvgStructure(clip('1_2'), clip('1_3'))).not.toEqual([]);
  });
});
