import { describe, expect, it } from 'vitest';
import type { Effect, ShadowEffect } from '../scene/scene.ts';
import { black, group, linesOf, rectangle, red, shape, solid } from './scene-items.suite.ts';

const shadow = (more: Partial<ShadowEffect> = {}): ShadowEffect => ({
  kind: 'drop-shadow',
  color: { ...black, a: 0.25 },
  blendMode: 'NORMAL',
  offset: { x: 0, y: 4 },
  radius: 4,
  spread: 0,
  showBehind: true,
  ...more,
});

const hardAlpha =
  '<feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/>';
const flood = '<feFlood flood-opacity="0" result="BackgroundImageFix"/>';

const withEffects = (...effects: Effect[]): string[] => linesOf([shape({ effects })]);

describe('effects', () => {
  it('cast a shadow below, in a filter around the layer', () => {
    expect(withEffects(shadow())).toEqual([
      '<g filter="url(#filter0_d_1_2)">',
      '<rect width="100" height="50" fill="black"/>',
      '</g>',
      '<defs>',
      '<filter id="filter0_d_1_2" x="-4" y="0" width="108" height="58" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">',
      flood,
      hardAlpha,
      '<feOffset dy="4"/>',
      '<feGaussianBlur stdDeviation="2"/>',
      '<feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"/>',
      '<feBlend mode="normal" in2="BackgroundImageFix" result="effect1_dropShadow_1_2"/>',
      '<feBlend mode="normal" in="SourceGraphic" in2="effect1_dropShadow_1_2" result="shape"/>',
      '</filter>',
      '</defs>',
    ]);
  });

  it('spread a shadow, and cut it out behind the layer', () => {
    const own = shadow({
      spread: 3,
      showBehind: false,
      radius: 0,
      offset: { x: 0, y: 0 },
      blendMode: 'LINEAR_BURN',
    });
    expect(withEffects(own).slice(7, 12)).toEqual([
      '<feMorphology radius="3" operator="dilate" in="SourceAlpha" result="effect1_dropShadow_1_2"/>',
      '<feOffset/>',
      '<feComposite in2="hardAlpha" operator="out"/>',
      '<feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"/>',
      '<feBlend mode="plus-darker" in2="BackgroundImageFix" result="effect1_dropShadow_1_2"/>',
    ]);
    expect(withEffects(shadow({ spread: -3 }))[7]).toContain('operator="erode"');
  });

  it('draw drop shadows before inner shadows, whatever their order', () => {
    const lines = withEffects(shadow({ kind: 'inner-shadow', spread: 2, color: red }), shadow());
    expect(lines[0]).toBe('<g filter="url(#filter0_di_1_2)">');
    expect(lines.slice(11, 19)).toEqual([
      '<feBlend mode="normal" in="SourceGraphic" in2="effect1_dropShadow_1_2" result="shape"/>',
      hardAlpha,
      '<feMorphology radius="2" operator="erode" in="SourceAlpha" result="effect2_innerShadow_1_2"/>',
      '<feOffset dy="4"/>',
      '<feGaussianBlur stdDeviation="2"/>',
      '<feComposite in2="hardAlpha" operator="arithmetic" k2="-1" k3="1"/>',
      '<feColorMatrix type="matrix" values="0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0"/>',
      '<feBlend mode="normal" in2="shape" result="effect2_innerShadow_1_2"/>',
    ]);
  });

  it('blur a layer with all its parts', () => {
    const lines = linesOf([group([shape(), shape()], { effects: [{ kind: 'layer-blur', radius: 20 }] })]);
    expect(lines[0]).toBe('<g filter="url(#filter0_f_1_2)">');
    expect(lines.slice(5, -2)).toEqual([
      '<filter id="filter0_f_1_2" x="-20" y="-20" width="140" height="90" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">',
      flood,
      '<feBlend mode="normal" in="SourceGraphic" in2="BackgroundImageFix" result="shape"/>',
      '<feGaussianBlur stdDeviation="10" result="effect1_foregroundBlur_1_2"/>',
    ]);
  });

  it('blur what lies behind with HTML under a clip of the shape', () => {
    const fills = [solid(red, { opacity: 0.5 })];
    const effects: Effect[] = [{ kind: 'background-blur', radius: 27.1828 }];
    expect(linesOf([shape({ fills, effects })])).toEqual([
      '<foreignObject x="-27.1828" y="-27.1828" width="154.366" height="104.366"><div xmlns="http://www.w3.org/1999/xhtml" style="backdrop-filter:blur(13.59px);clip-path:url(#bgblur_0_1_2_clip_path);height:100%;width:100%"></div></foreignObject><rect data-figma-bg-blur-radius="27.1828" width="100" height="50" fill="#FF0000" fill-opacity="0.5"/>',
      '<defs>',
      '<clipPath id="bgblur_0_1_2_clip_path" transform="translate(27.1828 27.1828)"><rect width="100" height="50"/>',
      '</clipPath></defs>',
    ]);
  });

  it('blur nothing behind an opaque frame', () => {
    const effects: Effect[] = [{ kind: 'background-blur', radius: 8 }];
    expect(linesOf([group([shape()], { effects })])).toHaveLength(1);
    const clear = group([shape({ fills: [solid(red, { opacity: 0.5 })] })], { effects });
    expect(linesOf([clear])[0]).toMatch(/<\/foreignObject><g data-figma-bg-blur-radius="8">$/);
  });

  it('lay noise over a layer', () => {
    const noise = {
      kind: 'noise',
      noiseType: 'MONOTONE',
      color: { ...black, a: 0.25 },
      blendMode: 'NORMAL',
      noiseSize: 2,
      density: 0.5,
    } as const;
    const lines = withEffects(noise).slice(6, -2);
    expect(lines).toEqual([
      '<feBlend mode="normal" in="SourceGraphic" in2="BackgroundImageFix" result="shape"/>',
      '<feTurbulence type="fractalNoise" baseFrequency="0.5 0.5" stitchTiles="stitch" numOctaves="3" result="noise" seed="4929"/>',
      '<feColorMatrix in="noise" type="luminanceToAlpha" result="alphaNoise"/>',
      '<feComponentTransfer in="alphaNoise" result="coloredNoise1">',
      `<feFuncA type="discrete" tableValues="${'1 '.repeat(51)}${'0 '.repeat(49)}"/>`,
      '</feComponentTransfer>',
      '<feComposite operator="in" in2="shape" in="coloredNoise1" result="noise1Clipped"/>',
      '<feFlood flood-color="rgba(0, 0, 0, 0.25)" result="color1Flood"/>',
      '<feComposite operator="in" in2="noise1Clipped" in="color1Flood" result="color1"/>',
      '<feMerge result="effect1_noise_1_2">',
      '<feMergeNode in="shape"/>',
      '<feMergeNode in="color1"/>',
      '</feMerge>',
    ]);
    expect(withEffects({ ...noise, noiseSize: 0.5 })[7]).toContain('baseFrequency="1.86 1.86"');
    const duotone = withEffects({ ...noise, noiseType: 'DUOTONE', secondaryColor: red });
    expect(duotone).toContain('<feFlood flood-color="#FF0000" result="color2Flood"/>');
    const multitone = withEffects({ ...noise, noiseType: 'MULTITONE', opacity: 0.3 });
    expect(multitone).toContain('<feFuncA type="table" tableValues="0 0.3"/>');
  });

  it('distort edges with a texture', () => {
    const texture = { kind: 'texture', noiseSize: 4, radius: 4, clipToShape: false } as const;
    expect(withEffects(texture).slice(4, -2)).toEqual([
      '<filter id="filter0_g_1_2" x="-4" y="-4" width="108" height="58" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">',
      flood,
      '<feBlend mode="normal" in="SourceGraphic" in2="BackgroundImageFix" result="shape"/>',
      '<feTurbulence type="fractalNoise" baseFrequency="0.25 0.25" numOctaves="3" seed="4929"/>',
      '<feDisplacementMap in="shape" scale="8" xChannelSelector="R" yChannelSelector="G" result="displacedImage" width="100%" height="100%"/>',
      '<feMerge result="effect1_texture_1_2">',
      '<feMergeNode in="displacedImage"/>',
      '</feMerge>',
    ]);
    expect(withEffects({ ...texture, clipToShape: true })[4]).toContain('x="0" y="0"');
  });

  it('of glass are left out', () => {
    const glass = {
      kind: 'glass',
      radius: 4,
      refraction: 1,
      depth: 1,
      lightAngle: 0,
      lightIntensity: 1,
      dispersion: 0,
    };
    expect(withEffects(glass as Effect)).toHaveLength(1);
  });

  it('are applied outside the clip of a group', () => {
    const clip = rectangle({ width: 10, height: 10 }, { matrix: [0, 1, -1, 0, 12, 3] });
    const lines = linesOf([group([shape()], { clip, effects: [shadow()], opacity: 0.5 })]);
    expect(lines.slice(0, 2)).toEqual([
      '<g opacity="0.5" filter="url(#filter0_d_1_2)">',
      '<g clip-path="url(#clip0_1_2)">',
    ]);
    expect(lines.slice(-4)).toEqual([
      '<clipPath id="clip0_1_2">',
      '<rect width="10" height="10" fill="white" transform="translate(12 3) rotate(90)"/>',
      '</clipPath>',
      '</defs>',
    ]);
  });
});
