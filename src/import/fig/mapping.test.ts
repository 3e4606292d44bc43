import { describe, expect, test } from 'vitest';
import type { DocumentWarning } from '../../document/document-source.ts';
import { type AnsweredNode, nodesBelow } from '../../testing/document-likeness.ts';
import { documentWith, figDesign, guid, nodeOf, type Value } from '../../testing/fig-files.ts';
import { readFigSource } from '../../testing/fig-source.ts';
import { newestFormat } from './container/open-design.ts';

type Fields = { readonly [name: string]: Value };
type Row = readonly [type: string, stored: Fields, answered: Readonly<Record<string, unknown>>];

function imported(...nodes: Fields[]): Map<string, AnsweredNode> {
  const { document } = readFigSource(figDesign(documentWith(...nodes)));
  return new Map(nodesBelow(JSON.parse(Buffer.from(document).toString())).map((node) => [node.id, node]));
}

/** Undefined in a row: the property is left out. */
function expectRow([type, stored, answered]: Row): void {
  const node = imported(nodeOf(type, 5, 1, stored)).get('1:5')!;
  for (const [property, value] of Object.entries(answered))
    expect({ type, stored, [property]: node[property] }).toEqual({ type, stored, [property]: value });
}

const red = { r: 1, g: 0, b: 0, a: 1 };
const plain = { type: 'SOLID', color: red };
const stack = { stackMode: 'HORIZONTAL' };
const moved = (m02: number, m12: number) => ({ m00: 1, m01: 0, m02, m10: 0, m11: 1, m12 });

// biome-ignore format: a table, a row a line
test.each<[string, Row[]]>([
  [
    'places and sizes',
    [
      ['FRAME', { horizontalConstraint: 'MAX', verticalConstraint: 'CENTER' }, { constraints: { horizontal: 'RIGHT', vertical: 'CENTER' } }],
      ['FRAME', { horizontalConstraint: 'SCALE', verticalConstraint: 'STRETCH' }, { constraints: { horizontal: 'SCALE', vertical: 'TOP_BOTTOM' } }],
      ['FRAME', { horizontalConstraint: 'FIXED_MIN', verticalConstraint: 'FIXED_MAX' }, { constraints: { horizontal: 'LEFT', vertical: 'BOTTOM' } }],
      ['FRAME', { horizontalConstraint: 'FIXED_MAX', verticalConstraint: 'FIXED_MIN' }, { constraints: { horizontal: 'RIGHT', vertical: 'TOP' } }],
      ['SECTION', {}, { constraints: undefined, sectionContentsHidden: false, clipsContent: undefined }],
      ['SECTION', { sectionContentsHidden: true }, { sectionContentsHidden: true }],
      ['RECTANGLE', { transform: { m00: 0, m01: -1, m02: 7, m10: 1, m11: 0, m12: 8 } }, { rotation: Math.PI / 2, absoluteBoundingBox: { x: -43, y: 8, width: 50, height: 100 } }],
      ['RECTANGLE', { transform: moved(1, 2) }, { rotation: undefined, relativeTransform: [[1, 0, 1], [0, 1, 2]], size: { x: 100, y: 50 } }],
      ['RECTANGLE', { minSize: { value: { x: 1, y: 0 } }, maxSize: { value: { x: 0, y: 4 } } }, { minWidth: 1, minHeight: undefined, maxWidth: undefined, maxHeight: 4 }],
      ['RECTANGLE', { minSize: { value: { x: 0, y: 2 } }, maxSize: { value: { x: 3, y: 0 } } }, { minWidth: undefined, minHeight: 2, maxWidth: 3, maxHeight: undefined }],
      ['RECTANGLE', { proportionsConstrained: true, targetAspectRatio: { value: { x: 2, y: 1 } } }, { preserveRatio: true, targetAspectRatio: { x: 2, y: 1 } }],
    ],
  ],
  [
    'what every node has of look',
    [
      ['FRAME', { locked: true, opacity: 0.5, blendMode: 'MULTIPLY' }, { locked: true, opacity: 0.5, blendMode: 'MULTIPLY' }],
      ['FRAME', { opacity: 1, locked: false, visible: true }, { locked: undefined, opacity: undefined, visible: undefined, isFixed: undefined }],
      ['FRAME', { scrollBehavior: 'FIXED_WHEN_CHILD_OF_SCROLLING_FRAME' }, { scrollBehavior: 'FIXED', isFixed: true }],
      ['FRAME', { scrollBehavior: 'STICKY_SCROLLS' }, { scrollBehavior: 'STICKY_SCROLLS', isFixed: undefined }],
      ['FRAME', { scrollDirection: 'VERTICAL' }, { overflowDirection: 'VERTICAL_SCROLLING' }],
      ['FRAME', { scrollDirection: 'HORIZONTAL' }, { overflowDirection: 'HORIZONTAL_SCROLLING' }],
      ['FRAME', { scrollDirection: 'BOTH' }, { overflowDirection: 'HORIZONTAL_AND_VERTICAL_SCROLLING' }],
      ['RECTANGLE', { mask: true }, { isMask: true, maskType: 'ALPHA', isMaskOutline: undefined }],
      ['RECTANGLE', { mask: true, maskIsOutline: true }, { maskType: 'VECTOR', isMaskOutline: true }],
      ['RECTANGLE', { mask: false, maskType: 'LUMINANCE' }, { isMask: undefined, maskType: undefined }],
      ['RECTANGLE', { exportSettings: [{ suffix: '@3x', imageType: 'JPEG', constraint: { type: 'CONTENT_WIDTH', value: 9 } }] }, { exportSettings: [{ suffix: '@3x', format: 'JPG', constraint: { type: 'WIDTH', value: 9 } }] }],
      ['RECTANGLE', { exportSettings: [{ imageType: 'SVG', constraint: { type: 'CONTENT_HEIGHT', value: 9 } }] }, { exportSettings: [{ suffix: '', format: 'SVG', constraint: { type: 'HEIGHT', value: 9 } }] }],
      ['RECTANGLE', { pluginData: [{ pluginID: '7', key: 'a', value: 'b' }, { pluginID: '', key: 'tokens-a-b', value: 'c' }, { pluginID: '', key: 'odd', value: 'd' }] }, { pluginData: { 7: { a: 'b' } }, sharedPluginData: { tokens: { 'a-b': 'c' } } }],
    ],
  ],
  [
    'layout',
    [
      ['FRAME', {}, { layoutMode: undefined, layoutWrap: undefined, layoutSizingHorizontal: undefined, layoutAlign: undefined }],
      ['FRAME', stack, { layoutMode: 'HORIZONTAL', layoutWrap: 'NO_WRAP', primaryAxisSizingMode: undefined, counterAxisSizingMode: 'FIXED', layoutSizingHorizontal: 'HUG', layoutSizingVertical: 'FIXED', counterAxisSpacing: undefined }],
      ['FRAME', { ...stack, stackCounterSizing: 'RESIZE_TO_FIT', stackPrimarySizing: 'FIXED' }, { counterAxisSizingMode: undefined, primaryAxisSizingMode: 'FIXED', layoutSizingHorizontal: 'FIXED', layoutSizingVertical: 'HUG' }],
      ['FRAME', { ...stack, stackPadding: 4, stackPaddingRight: 5 }, { paddingLeft: 4, paddingRight: 5, paddingTop: 4, paddingBottom: 4 }],
      ['FRAME', { ...stack, stackHorizontalPadding: 1, stackVerticalPadding: 2, stackPaddingBottom: 3 }, { paddingLeft: 1, paddingTop: 2, paddingBottom: 3, paddingRight: undefined }],
      ['FRAME', { ...stack, stackJustify: 'MAX', stackCounterAlign: 'CENTER' }, { primaryAxisAlignItems: 'MAX', counterAxisAlignItems: 'CENTER' }],
      ['FRAME', { ...stack, stackPrimaryAlignItems: 'MIN', stackCounterAlignItems: 'BASELINE' }, { primaryAxisAlignItems: undefined, counterAxisAlignItems: 'BASELINE' }],
      ['FRAME', { ...stack, stackWrap: 'WRAP', stackCounterSpacing: 6, stackCounterAlignContent: 'SPACE_BETWEEN' }, { layoutWrap: 'WRAP', counterAxisSpacing: 6, counterAxisAlignContent: 'SPACE_BETWEEN' }],
      ['FRAME', stack, { primaryAxisAlignItems: undefined, counterAxisAlignItems: undefined, paddingLeft: undefined, paddingRight: undefined, paddingTop: undefined, paddingBottom: undefined, itemSpacing: undefined, itemReverseZIndex: undefined, strokesIncludedInLayout: undefined }],
      ['FRAME', { ...stack, stackCounterAlign: 'STRETCH' }, { counterAxisAlignItems: undefined }],
      ['FRAME', { ...stack, stackChildAlignSelf: 'STRETCH' }, { layoutSizingHorizontal: 'HUG', layoutSizingVertical: 'FIXED' }],
      ['FRAME', { ...stack, stackWrap: 'WRAP' }, { counterAxisSpacing: 0, counterAxisAlignContent: 'AUTO' }],
      ['FRAME', { ...stack, stackReverseZIndex: true, bordersTakeSpace: true, stackSpacing: -2 }, { itemReverseZIndex: true, strokesIncludedInLayout: true, itemSpacing: -2 }],
      ['FRAME', { layoutGrids: [{ type: 'CENTER', axis: 'Y', pattern: 'STRIPES', numSections: 2_147_483_647, sectionSize: 1, gutterSize: 2, offset: 3, visible: false, color: red }] }, { layoutGrids: [{ pattern: 'ROWS', alignment: 'CENTER', count: -1, sectionSize: 1, gutterSize: 2, offset: 3, visible: false, color: red }] }],
      ['FRAME', { layoutGrids: [{ type: 'MIN', axis: 'X', pattern: 'GRID', numSections: 3, sectionSize: 8 }] }, { layoutGrids: [{ pattern: 'GRID', alignment: 'MIN', count: 3, sectionSize: 8, gutterSize: 0, offset: 0, visible: true, color: { r: 1, g: 0, b: 0, a: expect.closeTo(0.1) } }] }],
    ],
  ],
  [
    'strokes and corners',
    [
      ['RECTANGLE', { strokeCap: 'ARROW_EQUILATERAL', strokeJoin: 'BEVEL', strokeAlign: 'OUTSIDE' }, { strokeCap: 'TRIANGLE_ARROW', strokeJoin: 'BEVEL', strokeAlign: 'OUTSIDE' }],
      ['RECTANGLE', { strokeCap: 'NONE', strokeJoin: 'MITER', miterLimit: 4 }, { strokeCap: undefined, strokeJoin: undefined, strokeMiterAngle: undefined, strokeDashes: undefined }],
      ['RECTANGLE', { miterLimit: 2 }, { strokeMiterAngle: 60 }],
      ['RECTANGLE', { borderStrokeWeightsIndependent: true, borderTopWeight: 1, borderRightWeight: 2, borderBottomWeight: 3, borderLeftWeight: 4, borderLeftHidden: true }, { individualStrokeWeights: { top: 1, right: 2, bottom: 3, left: 0 } }],
      ['RECTANGLE', { borderStrokeWeightsIndependent: true, borderTopWeight: 1, borderTopHidden: true, borderRightWeight: 2, borderRightHidden: true, borderBottomWeight: 3, borderBottomHidden: true, borderLeftWeight: 4 }, { individualStrokeWeights: { top: 0, right: 0, bottom: 0, left: 4 } }],
      ['RECTANGLE', { borderTopWeight: 1 }, { individualStrokeWeights: undefined }],
      ['RECTANGLE', { borderStrokeWeightsIndependent: true, strokeWeight: 2, borderTopWeight: 2, borderRightWeight: 2, borderBottomWeight: 2, borderLeftWeight: 2 }, { individualStrokeWeights: undefined }],
      ['RECTANGLE', { borderStrokeWeightsIndependent: true, strokeWeight: 1, borderTopWeight: 2, borderRightWeight: 2, borderBottomWeight: 2, borderLeftWeight: 2 }, { individualStrokeWeights: { top: 2, right: 2, bottom: 2, left: 2 } }],
      ['RECTANGLE', { cornerRadius: 6, cornerSmoothing: 0.5 }, { cornerRadius: 6, cornerSmoothing: 0.5, rectangleCornerRadii: undefined }],
      ['RECTANGLE', { cornerSmoothing: 0.5 }, { cornerRadius: undefined, cornerSmoothing: undefined }],
      ['LINE', { strokeBrushGuid: guid(9) }, { complexStrokeProperties: { strokeType: 'BRUSH' } }],
      ['LINE', { dynamicStrokeSettings: { frequency: 2 } }, { complexStrokeProperties: { strokeType: 'DYNAMIC' } }],
      ['BOOLEAN_OPERATION', { booleanOperation: 'XOR' }, { booleanOperation: 'EXCLUDE', complexStrokeProperties: undefined }],
      ['BOOLEAN_OPERATION', {}, { booleanOperation: 'UNION' }],
      ['ELLIPSE', {}, { arcData: { startingAngle: 0, endingAngle: 6.2831854820251465, innerRadius: 0 } }],
      ['ELLIPSE', { arcData: { startingAngle: 1, endingAngle: 2, innerRadius: 0.5 } }, { arcData: { startingAngle: 1, endingAngle: 2, innerRadius: 0.5 } }],
      ['STAR', { count: 7, starInnerScale: 0.25 }, { count: 7, starInnerScale: 0.25 }],
      ['REGULAR_POLYGON', { count: 6 }, { count: 6, starInnerScale: undefined }],
    ],
  ],
  [
    'paints and effects',
    [
      ['RECTANGLE', { fillPaints: [{ ...plain, blendMode: 'SCREEN' }] }, { fills: [{ ...plain, blendMode: 'SCREEN' }], background: undefined }],
      ['RECTANGLE', { fillPaints: [{ color: red, opacity: 1, visible: true }, {}] }, { fills: [{ ...plain, blendMode: 'NORMAL' }, { type: 'SOLID', color: { r: 0, g: 0, b: 0, a: 1 }, blendMode: 'NORMAL' }] }],
      ['RECTANGLE', { fillPaints: [{ type: 'GRADIENT_LINEAR', transform: moved(0.25, 0), stops: [{ color: red, position: 0.5 }] }] }, { fills: [{ type: 'GRADIENT_LINEAR', blendMode: 'NORMAL', gradientHandlePositions: [{ x: -0.25, y: 0.5 }, { x: 0.75, y: 0.5 }, { x: -0.25, y: 1 }], gradientStops: [{ color: red, position: 0.5 }] }] }],
      ['RECTANGLE', { fillPaints: [{ type: 'GRADIENT_RADIAL', transform: { ...moved(0, 0), m00: 0 }, stops: [] }] }, { fills: [{ type: 'GRADIENT_RADIAL', blendMode: 'NORMAL', gradientHandlePositions: [{ x: 0.5, y: 0.5 }, { x: 1, y: 0.5 }, { x: 0.5, y: 1 }], gradientStops: [] }] }],
      ['RECTANGLE', { fillPaints: [{ type: 'IMAGE', imageScaleMode: 'TILE', scale: 0.5, rotation: 90, transform: moved(1, 2) }] }, { fills: [{ type: 'IMAGE', blendMode: 'NORMAL', scaleMode: 'TILE', imageRef: null, scalingFactor: 0.5, rotation: 90 }] }],
      ['RECTANGLE', { fillPaints: [{ type: 'IMAGE', imageScaleMode: 'STRETCH', scale: 0.5, transform: moved(1, 2), paintFilter: { exposure: 0.5, contrast: 0, vibrance: -1, shadows: 0.25 } }] }, { fills: [{ type: 'IMAGE', blendMode: 'NORMAL', scaleMode: 'STRETCH', imageRef: null, imageTransform: [[1, 0, 1], [0, 1, 2]], filters: { exposure: 0.5, saturation: -1, shadows: 0.25 } }] }],
      ['RECTANGLE', { fillPaints: [{ type: 'IMAGE', animatedImage: { hash: Buffer.alloc(20, 1) } }] }, { fills: [{ type: 'IMAGE', blendMode: 'NORMAL', scaleMode: 'FILL', imageRef: null, gifRef: '01'.repeat(20) }] }],
      ['TEXT', { fillPaints: [{ type: 'EMOJI' }] }, { fills: [{ blendMode: 'NORMAL', type: 'IMAGE', scaleMode: 'STRETCH', imageRef: null, imageTransform: [[1, 0, 0], [0, 1, 0]] }] }],
      ['FRAME', { fillPaints: [plain, plain] }, { backgroundColor: { r: 0, g: 0, b: 0, a: 0 } }],
      ['FRAME', { fillPaints: [{ ...plain, visible: false }, { color: red, opacity: 0.5 }] }, { backgroundColor: { ...red, a: 0.5 } }],
      ['FRAME', { fillPaints: [{ type: 'IMAGE' }] }, { backgroundColor: { r: 0, g: 0, b: 0, a: 0 } }],
      ['RECTANGLE', { effects: [{ type: 'DROP_SHADOW', color: red, offset: { x: 1, y: 2 }, radius: 3, spread: 4, visible: false, blendMode: 'MULTIPLY', showShadowBehindNode: true }] }, { effects: [{ type: 'DROP_SHADOW', visible: false, color: red, blendMode: 'MULTIPLY', offset: { x: 1, y: 2 }, radius: 3, spread: 4, showShadowBehindNode: true }] }],
      ['RECTANGLE', { effects: [{ type: 'INNER_SHADOW', color: red, radius: 3 }] }, { effects: [{ type: 'INNER_SHADOW', visible: true, color: red, blendMode: 'NORMAL', offset: { x: 0, y: 0 }, radius: 3 }] }],
      ['RECTANGLE', { effects: [{ type: 'BACKGROUND_BLUR', radius: 3, blurOpType: 'PROGRESSIVE', startRadius: 1, startOffset: { x: 0, y: 1 }, endOffset: { x: 1, y: 0 } }] }, { effects: [{ type: 'BACKGROUND_BLUR', visible: true, radius: 3, blurType: 'PROGRESSIVE', startRadius: 1, startOffset: { x: 0, y: 1 }, endOffset: { x: 1, y: 0 } }] }],
      ['RECTANGLE', { effects: [{ type: 'INNER_SHADOW' }, { type: 'DROP_SHADOW', spread: 0 }] }, { effects: [{ type: 'INNER_SHADOW', visible: true, color: { r: 0, g: 0, b: 0, a: 0.25 }, blendMode: 'NORMAL', offset: { x: 0, y: 0 }, radius: 0 }, { type: 'DROP_SHADOW', visible: true, color: { r: 0, g: 0, b: 0, a: 0.25 }, blendMode: 'NORMAL', offset: { x: 0, y: 0 }, radius: 0, showShadowBehindNode: false }] }],
      ['RECTANGLE', { effects: [{ type: 'FOREGROUND_BLUR' }, { type: 'BACKGROUND_BLUR', blurOpType: 'PROGRESSIVE' }] }, { effects: [{ type: 'LAYER_BLUR', visible: true, radius: 0 }, { type: 'BACKGROUND_BLUR', visible: true, radius: 0, blurType: 'PROGRESSIVE', startRadius: 0, startOffset: { x: 0, y: 0 }, endOffset: { x: 0, y: 0 } }] }],
      ['RECTANGLE', { effects: [{ type: 'GRAIN', noiseSize: { x: 2, y: 2 }, radius: 5, clipToShape: true }] }, { effects: [{ type: 'TEXTURE', visible: true, noiseSize: 2, radius: 5, clipToShape: true }] }],
      ['RECTANGLE', { effects: [{ type: 'NOISE', noiseType: 'DUOTONE', noiseSize: { x: 2, y: 2 }, density: 0.5, color: red, secondaryColor: red, opacity: 0.25 }] }, { effects: [{ type: 'NOISE', visible: true, noiseType: 'DUOTONE', blendMode: 'NORMAL', noiseSize: 2, density: 0.5, color: red, secondaryColor: red }] }],
      ['RECTANGLE', { effects: [{ type: 'NOISE', noiseType: 'MULTITONE', secondaryColor: red, opacity: 0.25 }] }, { effects: [{ type: 'NOISE', visible: true, noiseType: 'MULTITONE', blendMode: 'NORMAL', noiseSize: 0, density: 0, opacity: 0.25 }] }],
      ['RECTANGLE', { effects: [{ type: 'GLASS', radius: 1, refractionIntensity: 0.5, refractionRadius: 3, specularAngle: 4, specularIntensity: 0.75, chromaticAberration: 0.25 }] }, { effects: [{ type: 'GLASS', visible: true, radius: 1, refraction: 0.5, depth: 3, lightAngle: 4, lightIntensity: 0.75, dispersion: 0.25 }] }],
    ],
  ],
])('A field of the file is answered as its row says: %s', (_title, rows) => {
  for (const row of rows) expectRow(row);
});

describe('A text is answered by its fields', () => {
  const font = { family: 'Acme', style: 'Bold Italic', postscript: '' };
  const styleOf = (stored: Fields) =>
    imported(nodeOf('TEXT', 5, 1, { fontName: font, fontSize: 16, ...stored })).get('1:5')!.style;

  // biome-ignore format: a table, a row a line
  test.each<[Fields, Readonly<Record<string, unknown>>]>([
    [{}, { fontFamily: 'Acme', fontPostScriptName: null, fontStyle: 'Bold Italic', fontWeight: 700, italic: true, fontSize: 16 }],
    [{}, { textAlignHorizontal: 'LEFT', textAlignVertical: 'TOP', letterSpacing: 0, lineHeightPx: 18.75, lineHeightPercent: 100, lineHeightUnit: 'INTRINSIC_%' }],
    [{ textAutoResize: 'NONE' }, { textAutoResize: undefined, textTruncation: undefined, maxLines: undefined, textCase: undefined }],
    [{ textTruncation: 'ENDING', maxLines: 2 }, { textAutoResize: 'TRUNCATE', textTruncation: 'ENDING', maxLines: 2 }],
    [{ maxLines: -1, textAutoResize: 'WIDTH_AND_HEIGHT' }, { maxLines: undefined, textAutoResize: 'WIDTH_AND_HEIGHT' }],
    [{ textCase: 'UPPER', textDecoration: 'UNDERLINE' }, { textCase: 'UPPER', textDecoration: 'UNDERLINE' }],
    [{ textAlignHorizontal: 'RIGHT', textAlignVertical: 'BOTTOM' }, { textAlignHorizontal: 'RIGHT', textAlignVertical: 'BOTTOM' }],
    [{ paragraphSpacing: 1, paragraphIndent: 2, listSpacing: 3 }, { paragraphSpacing: 1, paragraphIndent: 2, listSpacing: 3 }],
    [{ lineHeight: { value: 24, units: 'PIXELS' } }, { lineHeightPx: 24, lineHeightPercent: 128, lineHeightPercentFontSize: 150, lineHeightUnit: 'PIXELS' }],
    [{ lineHeight: { value: 200, units: 'PERCENT' } }, { lineHeightPx: 37.5, lineHeightPercent: 200, lineHeightPercentFontSize: undefined }],
    [{ letterSpacing: { value: 2, units: 'PIXELS' } }, { letterSpacing: 2 }],
    [{ hyperlink: { url: 'https://example.com' } }, { hyperlink: { type: 'URL', url: 'https://example.com' } }],
    [{ hyperlink: { guid: guid(9) } }, { hyperlink: { type: 'NODE', nodeID: '1:9' } }],
    [{ toggledOnOTFeatures: ['SS01'], toggledOffOTFeatures: ['LIGA'] }, { opentypeFlags: { SS01: 1, LIGA: 0 } }],
    [{ fontVariantNumericSpacing: 'TABULAR', fontVariantCommonLigatures: false, fontVariantOrdinal: false }, { opentypeFlags: { LIGA: 0, CLIG: 0, TNUM: 1 } }],
    [{ fontVariantSlashedZero: true, toggledOffOTFeatures: ['ZERO'] }, { opentypeFlags: { ZERO: 0 } }],
    [{ fontVariantContextualLigatures: true, fontVariantCaps: 'NORMAL' }, { opentypeFlags: undefined }],
    [{ fontVariantCaps: 'SMALL' }, { opentypeFlags: { SMCP: 1 } }],
    [{ fontVariantCaps: 'ALL_SMALL' }, { opentypeFlags: { SMCP: 1, C2SC: 1 } }],
    [{ fontVariantCaps: 'UNICASE' }, { opentypeFlags: { UNIC: 1 } }],
    [{ fontVariantCaps: 'PETITE' }, { opentypeFlags: { PCAP: 1 } }],
    [{ fontVariantCaps: 'ALL_PETITE' }, { opentypeFlags: { PCAP: 1, C2PC: 1 } }],
    [{ fontVariantCaps: 'TITLING', fontVariantPosition: 'SUB' }, { opentypeFlags: { TITL: 1, SUBS: 1 } }],
    [{ fontVariantPosition: 'SUPER' }, { opentypeFlags: { SUPS: 1 } }],
    [{ fontVariantNumericFigure: 'LINING', fontVariantNumericSpacing: 'PROPORTIONAL', fontVariantNumericFraction: 'DIAGONAL' }, { opentypeFlags: { LNUM: 1, PNUM: 1, FRAC: 1 } }],
    [{ fontVariantNumericFigure: 'OLDSTYLE', fontVariantNumericFraction: 'STACKED' }, { opentypeFlags: { ONUM: 1, AFRC: 1 } }],
    [{ fontVariantContextualLigatures: false, fontVariantDiscretionaryLigatures: true, fontVariantHistoricalLigatures: true, fontVariantOrdinal: true }, { opentypeFlags: { CALT: 0, DLIG: 1, HLIG: 1, ORDN: 1 } }],
    [{ semanticWeight: 'BOLD', semanticItalic: 'ITALIC' }, { semanticWeight: 'BOLD', semanticItalic: 'ITALIC' }],
    [{ textData: { fontMetaData: [{ key: font, fontWeight: 550, fontStyle: 'NORMAL', fontLineHeight: 1.5 }] } }, { fontWeight: 550, italic: undefined, lineHeightPx: 24 }],
  ])('%j', (stored, style) => {
    const found = styleOf(stored) as Record<string, unknown>;
    for (const [name, value] of Object.entries(style))
      expect({ [name]: found[name] }).toEqual({ [name]: value });
  });

  test('with the words of its font’s style for a weight', () => {
    const weightOf = (style: string) =>
      (styleOf({ fontName: { ...font, style } }) as { fontWeight: number }).fontWeight;
    expect(
      ['Thin', 'Extra Light', 'Light', 'Regular', 'Medium', 'SemiBold', 'Bold', 'Ultra Bold', 'Black'].map(
        weightOf,
      ),
    ).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900]);
  });

  test('and each part of it by what its entry changes', () => {
    const entry = {
      styleID: 2,
      fontSize: 8,
      letterSpacing: { value: 50, units: 'PERCENT' },
      textCase: 'LOWER',
      textDecoration: 'NONE',
      lineHeight: { value: 2, units: 'RAW' },
      paragraphSpacing: 3,
    };
    const text = nodeOf('TEXT', 5, 1, { textData: { characters: 'a\nb', styleOverrideTable: [entry] } });
    expect(imported(text).get('1:5')).toMatchObject({
      styleOverrideTable: {
        2: {
          fontSize: 8,
          letterSpacing: 4,
          textCase: 'LOWER',
          textDecoration: 'NONE',
          lineHeightPx: 16,
          paragraphSpacing: 3,
        },
      },
      lineTypes: ['NONE', 'NONE'],
      lineIndentations: [0, 0],
      characterStyleOverrides: [],
      layoutVersion: 0,
    });
  });
});

describe('What follows a variable says which', () => {
  const id = { type: 'VARIABLE_ALIAS', id: 'VariableID:1:51' };
  const alias = { dataType: 'ALIAS', value: { alias: { guid: guid(51) } } };
  const set = nodeOf('VARIABLE_SET', 50, 2, { variableSetModes: [{ id: guid(1), name: 'One' }] });
  const variable = nodeOf('VARIABLE', 51, 2, {
    variableSetID: { guid: guid(50) },
    variableResolvedType: 'FLOAT',
  });
  const bound = (type: string, stored: Fields) =>
    imported(set, variable, nodeOf(type, 5, 1, stored)).get('1:5')!;
  const following = (variableField: string) => ({
    variableConsumptionMap: { entries: [{ variableField, variableData: alias }] },
  });

  test.each([
    'CORNER_RADIUS cornerRadius',
    'STROKE_WEIGHT strokeWeight',
    'STACK_SPACING itemSpacing',
    'STACK_PADDING_LEFT paddingLeft',
    'STACK_PADDING_TOP paddingTop',
    'STACK_PADDING_RIGHT paddingRight',
    'STACK_PADDING_BOTTOM paddingBottom',
    'STACK_COUNTER_SPACING counterAxisSpacing',
    'VISIBLE visible',
    'TEXT_DATA characters',
    'OPACITY opacity',
    'MIN_WIDTH minWidth',
    'MAX_WIDTH maxWidth',
    'MIN_HEIGHT minHeight',
    'MAX_HEIGHT maxHeight',
    'GRID_ROW_GAP gridRowGap',
    'GRID_COLUMN_GAP gridColumnGap',
  ])('%s', (line) => {
    const [field = '', property = ''] = line.split(' ');
    expect(bound('FRAME', following(field)).boundVariables).toEqual({ [property]: id });
  });

  test.each([
    'WIDTH size x',
    'HEIGHT size y',
    'BORDER_TOP_WEIGHT individualStrokeWeights BORDER_TOP_WEIGHT',
    'RECTANGLE_BOTTOM_LEFT_CORNER_RADIUS rectangleCornerRadii RECTANGLE_BOTTOM_LEFT_CORNER_RADIUS',
  ])('%s', (line) => {
    const [field = '', property = '', within = ''] = line.split(' ');
    expect(bound('FRAME', following(field)).boundVariables).toEqual({ [property]: { [within]: id } });
  });

  test.each([
    'FONT_FAMILY fontFamily',
    'FONT_STYLE fontStyle',
    'FONT_SIZE fontSize',
    'LETTER_SPACING letterSpacing',
    'LINE_HEIGHT lineHeight',
    'PARAGRAPH_SPACING paragraphSpacing',
    'PARAGRAPH_INDENT paragraphIndent',
  ])('%s, as a list of one, and in the style', (line) => {
    const [field = '', property = ''] = line.split(' ');
    const text = bound('TEXT', following(field));
    expect(text.boundVariables).toEqual({ [property]: [id] });
    expect(text.style).toMatchObject({ boundVariables: { [property]: id } });
  });

  test('colours of paints, of stops and of effects', () => {
    const node = bound('RECTANGLE', {
      fillPaints: [
        { ...plain, colorVar: alias },
        { type: 'GRADIENT_LINEAR', stops: [{ color: red, position: 0 }], stopsVar: [{ colorVar: alias }] },
      ],
      strokePaints: [{ ...plain, colorVar: alias }],
      effects: [
        {
          type: 'DROP_SHADOW',
          radiusVar: alias,
          colorVar: alias,
          spreadVar: alias,
          xVar: alias,
          yVar: alias,
        },
      ],
    });
    expect(node.fills).toMatchObject([
      { boundVariables: { color: id } },
      { gradientStops: [{ boundVariables: { color: id } }] },
    ]);
    expect(node.boundVariables).toEqual({ fills: [id], strokes: [id] });
    expect(node.effects).toMatchObject([
      { boundVariables: { radius: id, color: id, spread: id, offsetX: id, offsetY: id } },
    ]);
  });
});

test('A grid says its tracks and where what it holds lies', () => {
  const tracks = (...ids: number[]) => ({
    entries: ids.map((id, index) => ({ id: guid(id), position: String.fromCharCode(0x7a - index) })),
  });
  const size = (id: number, type: string, value = 0) => ({
    id: guid(id),
    trackSize: { maxSizing: { type, value } },
  });
  const nodes = imported(
    nodeOf('FRAME', 5, 1, {
      stackMode: 'GRID',
      gridRows: tracks(1, 2),
      gridColumns: tracks(3, 4, 6),
      gridRowGap: 7,
      gridColumnGap: 8,
      gridRowsSizing: { entries: [size(1, 'FIXED', 40), size(2, 'HUG')] },
      gridColumnsSizing: { entries: [size(3, 'FLEX', 1)] },
    }),
    nodeOf('RECTANGLE', 9, 5, {
      gridRowAnchor: guid(1),
      gridColumnAnchor: guid(3),
      gridRowSpan: 2,
      gridColumnSpan: 1,
      gridChildHorizontalAlign: 'CENTER',
      gridChildVerticalAlign: 'AUTO',
    }),
  );
  expect(nodes.get('1:5')).toMatchObject({
    layoutMode: 'GRID',
    gridRowCount: 2,
    gridColumnCount: 3,
    gridRowGap: 7,
    gridColumnGap: 8,
    gridRowsSizing: 'fit-content(100%) 40px',
    gridColumnsSizing: 'minmax(0,1fr) minmax(0,1fr) minmax(0,1fr)',
  });
  expect(nodes.get('1:9')).toMatchObject({
    gridRowAnchorIndex: 1,
    gridColumnAnchorIndex: 2,
    gridRowSpan: 2,
    gridChildHorizontalAlign: 'CENTER',
  });
  expect(nodes.get('1:9')).not.toHaveProperty('gridColumnSpan');
  expect(nodes.get('1:9')).not.toHaveProperty('gridChildVerticalAlign');
});

test('What a layout holds says how it fills it', () => {
  const child = (id: number, more: Fields, type = 'RECTANGLE') => nodeOf(type, id, 5, more);
  const nodes = imported(
    nodeOf('FRAME', 5, 1, stack),
    child(6, { stackChildAlignSelf: 'STRETCH' }),
    child(7, { stackPositioning: 'ABSOLUTE', stackChildPrimaryGrow: 1 }),
    child(8, { stackChildPrimaryGrow: 1, visible: false }),
    child(9, { textAutoResize: 'HEIGHT' }, 'TEXT'),
    child(10, { textAutoResize: 'WIDTH_AND_HEIGHT' }, 'TEXT'),
    child(11, { textAutoResize: 'WIDTH_AND_HEIGHT', visible: false }, 'TEXT'),
  );
  const sizing = (id: number) => {
    const { layoutSizingHorizontal, layoutSizingVertical, layoutAlign } = nodes.get(`1:${id}`)!;
    return [layoutSizingHorizontal, layoutSizingVertical, layoutAlign];
  };
  expect([6, 7, 8, 9, 10, 11].map(sizing)).toEqual([
    ['FIXED', 'FILL', 'STRETCH'],
    ['FIXED', 'FIXED', 'INHERIT'],
    ['FIXED', 'FIXED', 'INHERIT'],
    ['FIXED', 'HUG', 'INHERIT'],
    ['HUG', 'HUG', 'INHERIT'],
    ['FIXED', 'FIXED', 'INHERIT'],
  ]);
  const plainFrame = imported(nodeOf('FRAME', 5, 1), child(6, { stackChildAlignSelf: 'STRETCH' }));
  expect(plainFrame.get('1:6')).not.toHaveProperty('layoutSizingVertical');
  expect(nodes.get('1:7')).toMatchObject({ layoutPositioning: 'ABSOLUTE', layoutGrow: 1 });
  expect(nodes.get('1:6')).not.toHaveProperty('layoutPositioning');
});

describe('A mask', () => {
  const box = (id: number, x: number, more: Fields = {}, type = 'RECTANGLE') =>
    nodeOf(type, id, 1, { transform: moved(x, 0), ...more });
  const boundsOf = (nodes: Map<string, AnsweredNode>, id: number) =>
    nodes.get(`1:${id}`)!.absoluteRenderBounds;

  test('clips what comes after it up to the next mask or frame, and shows nothing itself', () => {
    const nodes = imported(
      box(4, 60),
      box(5, 50, { mask: true }),
      box(6, 0),
      box(7, 0, {}, 'FRAME'),
      box(8, 0),
    );
    expect(boundsOf(nodes, 4)).toEqual({ x: 60, y: 0, width: 100, height: 50 });
    expect(boundsOf(nodes, 5)).toBeNull();
    expect(boundsOf(nodes, 6)).toEqual({ x: 50, y: 0, width: 50, height: 50 });
    expect(boundsOf(nodes, 7)).toEqual({ x: 0, y: 0, width: 100, height: 50 });
    expect(boundsOf(nodes, 8)).toEqual({ x: 0, y: 0, width: 100, height: 50 });
  });

  test('without ink leaves nothing of what comes after it', () => {
    const nodes = imported(box(5, 50, { mask: true }, 'SLICE'), box(6, 0));
    expect([boundsOf(nodes, 5), boundsOf(nodes, 6)]).toEqual([null, null]);
  });

  test('that is hidden ends the one before it', () => {
    const nodes = imported(box(5, 50, { mask: true }), box(6, 0, { mask: true, visible: false }), box(7, 0));
    expect(boundsOf(nodes, 7)).toEqual({ x: 0, y: 0, width: 100, height: 50 });
  });
});

test('Prototypes say triggers, ways, transitions and easings by the names of answers', () => {
  const to = (more: Fields) => ({ connectionType: 'INTERNAL_NODE', transitionNodeID: guid(5), ...more });
  const answerOf = (event: Fields, action: Fields) => {
    const frame = nodeOf('FRAME', 5, 1, { prototypeInteractions: [{ event, actions: [action] }] });
    const [interaction] = imported(frame).get('1:5')!.interactions as {
      trigger: Record<string, unknown>;
      actions: Record<string, unknown>[];
    }[];
    return { trigger: interaction!.trigger, ...interaction!.actions[0] };
  };
  const rows: [Fields, Fields, Readonly<Record<string, unknown>>][] = [
    [
      { interactionType: 'MOUSE_ENTER', transitionTimeout: 0.5 },
      { connectionType: 'BACK' },
      { trigger: { type: 'MOUSE_ENTER', delay: 0.5 }, type: 'BACK' },
    ],
    [
      { interactionType: 'DRAG' },
      { connectionType: 'CLOSE' },
      { trigger: { type: 'ON_DRAG' }, type: 'CLOSE' },
    ],
    [
      { interactionType: 'AFTER_TIMEOUT', transitionTimeout: 2 },
      { connectionType: 'URL', connectionURL: 'https://a.example', openUrlInNewTab: true },
      {
        trigger: { type: 'AFTER_TIMEOUT', timeout: 2 },
        type: 'URL',
        url: 'https://a.example',
        openInNewTab: true,
      },
    ],
    [
      { interactionType: 'ON_KEY_DOWN', keyTrigger: { keyCodes: [13], triggerDevice: 'KEYBOARD' } },
      to({ navigationType: 'SWAP_STATE' }),
      {
        trigger: { type: 'ON_KEY_DOWN', device: 'KEYBOARD', keyCodes: [13] },
        navigation: 'CHANGE_TO',
        transition: null,
      },
    ],
    [
      { interactionType: 'ON_MEDIA_HIT', mediaHitTime: 3 },
      to({ navigationType: 'OVERLAY', overlayRelativePosition: { x: 1, y: 2 } }),
      {
        trigger: { type: 'ON_MEDIA_HIT', mediaHitTime: 3 },
        navigation: 'OVERLAY',
        overlayRelativePosition: { x: 1, y: 2 },
      },
    ],
    [
      {},
      to({ transitionType: 'MAGIC_MOVE', easingType: 'LINEAR', transitionDuration: 0.25 }),
      { trigger: null, transition: { type: 'SMART_ANIMATE', duration: 0.25, easing: { type: 'LINEAR' } } },
    ],
    [
      {},
      to({
        transitionType: 'PUSH_FROM_TOP',
        easingType: 'GENTLE_SPRING',
        transitionShouldSmartAnimate: true,
      }),
      {
        transition: {
          type: 'PUSH',
          direction: 'BOTTOM',
          matchLayers: true,
          duration: 0,
          easing: { type: 'GENTLE' },
        },
      },
    ],
    [
      {},
      to({
        transitionType: 'SLIDE_OUT_TO_LEFT',
        easingType: 'CUSTOM_CUBIC',
        easingFunction: [0, 0.25, 0.5, 1],
      }),
      {
        transition: {
          type: 'SLIDE_OUT',
          direction: 'LEFT',
          matchLayers: false,
          duration: 0,
          easing: {
            type: 'CUSTOM_CUBIC_BEZIER',
            easingFunctionCubicBezier: { x1: 0, y1: 0.25, x2: 0.5, y2: 1 },
          },
        },
      },
    ],
    [
      {},
      to({ transitionType: 'FADE', transitionPreserveScroll: true, transitionResetScrollPosition: true }),
      {
        transition: { type: 'DISSOLVE', duration: 0, easing: { type: 'EASE_OUT' } },
        preserveScrollPosition: true,
        resetScrollPosition: true,
      },
    ],
  ];
  for (const [event, action, expected] of rows) expect(answerOf(event, action)).toMatchObject(expected);
});

test('A page says its colour, its device and where prototypes begin, by their positions', () => {
  const start = (position: string, description = '') => ({
    prototypeStartingPoint: { name: position, description, position },
  });
  const { document } = readFigSource(
    figDesign([
      { guid: guid(0), type: 'DOCUMENT', name: 'Document' },
      {
        guid: guid(1),
        type: 'CANVAS',
        name: 'Page',
        parentIndex: { guid: guid(0), position: '!' },
        backgroundColor: red,
        backgroundEnabled: false,
        prototypeStartNodeID: guid(5),
        prototypeDevice: {
          type: 'PRESET',
          size: { x: 1, y: 2 },
          presetIdentifier: 'PHONE',
          rotation: 'CCW_90',
        },
      },
      nodeOf('FRAME', 5, 1, start('b', 'The second')),
      nodeOf('FRAME', 6, 1),
      nodeOf('FRAME', 7, 6, start('a')),
    ]),
  );
  expect(JSON.parse(Buffer.from(document).toString()).children[0]).toMatchObject({
    backgroundColor: { ...red, a: 0 },
    prototypeStartNodeID: '1:5',
    prototypeDevice: { type: 'PRESET', size: { x: 1, y: 2 }, presetIdentifier: 'PHONE', rotation: 'CCW_90' },
    flowStartingPoints: [
      { nodeId: '1:7', name: 'a' },
      { nodeId: '1:5', name: 'b', description: 'The second' },
    ],
  });
});

describe('The document and its pages', () => {
  const set = nodeOf('VARIABLE_SET', 50, 1, { variableSetModes: [{ id: guid(7), name: 'Dark' }] });
  const variable = nodeOf('VARIABLE', 51, 1, { variableSetID: { guid: guid(50) } });
  const said: Fields = {
    pluginData: [
      { pluginID: '7', key: 'a', value: 'b' },
      { pluginID: '', key: 'tokens-a', value: 'c' },
      { pluginID: '', key: 'odd', value: 'd' },
    ],
    variableModeBySetMap: { entries: [{ variableSetID: { guid: guid(50) }, variableModeID: guid(7) }] },
    variableConsumptionMap: {
      entries: [
        {
          variableField: 'VISIBLE',
          variableData: { dataType: 'ALIAS', value: { alias: { guid: guid(51) } } },
        },
      ],
    },
    exportSettings: [{ suffix: '@2x', constraint: { type: 'CONTENT_SCALE', value: 2 } }],
    sectionStatusInfo: { status: 'BUILD' },
    measurements: 'SOME',
  };
  const saying = (ofDocument: Fields, ofPage: Fields) => {
    const parentIndex = { guid: guid(0), position: '!' };
    const page = { guid: guid(1), type: 'CANVAS', name: 'Page', parentIndex, ...ofPage };
    const document = { guid: guid(0), type: 'DOCUMENT', name: 'Document', ...ofDocument };
    const source = readFigSource(figDesign([document, page, set, variable]));
    const answered: AnsweredNode = JSON.parse(Buffer.from(source.document).toString());
    return { document: answered, page: answered.children![0]!, warnings: source.warnings };
  };
  const answered = {
    pluginData: { 7: { a: 'b' } },
    sharedPluginData: { tokens: { a: 'c' } },
    boundVariables: { visible: { type: 'VARIABLE_ALIAS', id: 'VariableID:1:51' } },
    explicitVariableModes: { 'VariableCollectionId:1:50': '1:7' },
  };
  const withoutPlace = (field: string) => `The property ${field} has no place in answers and is left out.`;
  const ofNobody = 'What a plugin wrote under no name of its own is left out.';
  const reasons = (node: string, warnings: readonly DocumentWarning[]) =>
    warnings.filter((warning) => warning.node === node).map(({ reason }) => reason);

  test('say what plugins wrote, what follows variables and which modes are chosen; pages how they are exported', () => {
    const { page, warnings } = saying({}, { ...said, prototypeBackgroundColor: red });
    expect(page).toMatchObject(answered);
    expect(page.exportSettings).toEqual([
      { suffix: '@2x', format: 'PNG', constraint: { type: 'SCALE', value: 2 } },
    ]);
    expect(page.prototypeBackgrounds).toEqual([red]);
    expect(reasons('1:1', warnings)).toEqual([
      ofNobody,
      withoutPlace('measurements'),
      withoutPlace('sectionStatusInfo'),
    ]);
  });

  test('say no more where nothing is said', () => {
    const { document, page, warnings } = saying(
      { exportSettings: [], pluginData: [] },
      { exportSettings: [], pluginData: [], sectionStatusInfo: { status: 'NONE' } },
    );
    expect(Object.keys(document)).toEqual(['id', 'name', 'type', 'scrollBehavior', 'children']);
    expect(Object.keys(page)).toEqual([
      ...['id', 'name', 'type', 'scrollBehavior', 'children', 'backgroundColor'],
      ...['prototypeStartNodeID', 'flowStartingPoints', 'prototypeDevice'],
    ]);
    expect([...reasons('1:0', warnings), ...reasons('1:1', warnings)]).toEqual([]);
  });

  test('are told of where answers have no place there: exports of the document', () => {
    const { document, warnings } = saying(said, {});
    expect(document).toMatchObject(answered);
    expect(document).not.toHaveProperty('exportSettings');
    expect(reasons('1:0', warnings)).toEqual([
      ofNobody,
      withoutPlace('measurements'),
      withoutPlace('sectionStatusInfo'),
      withoutPlace('exportSettings'),
    ]);
  });
});

test('Names of triggers, easings and directions are those of answers', () => {
  const to = (more: Fields) => ({ connectionType: 'INTERNAL_NODE', transitionNodeID: guid(5), ...more });
  const nodeWith = (event: Fields, action: Fields) =>
    imported(nodeOf('FRAME', 5, 1, { prototypeInteractions: [{ event, actions: [action] }] })).get('1:5')!;
  const easings: Readonly<Record<string, string>> = {
    IN_CUBIC: 'EASE_IN',
    OUT_CUBIC: 'EASE_OUT',
    INOUT_CUBIC: 'EASE_IN_AND_OUT',
    LINEAR: 'LINEAR',
    IN_BACK_CUBIC: 'EASE_IN_BACK',
    OUT_BACK_CUBIC: 'EASE_OUT_BACK',
    SPRING: 'GENTLE',
    INOUT_BACK_CUBIC: 'EASE_IN_AND_OUT_BACK',
    CUSTOM_CUBIC: 'CUSTOM_CUBIC_BEZIER',
    SPRING_PRESET_ONE: 'QUICK',
    SPRING_PRESET_TWO: 'BOUNCY',
    SPRING_PRESET_THREE: 'SLOW',
    CUSTOM_SPRING: 'CUSTOM_SPRING',
  };
  for (const [easingType, answered] of Object.entries(easings))
    expect([easingType, nodeWith({}, to({ easingType })).transitionEasing]).toEqual([easingType, answered]);
  const triggers = {
    MOUSE_IN: 'MOUSE_ENTER',
    MOUSE_OUT: 'MOUSE_LEAVE',
    ON_HOVER: 'ON_HOVER',
    ON_PRESS: 'ON_PRESS',
  };
  for (const [interactionType, type] of Object.entries(triggers))
    expect(nodeWith({ interactionType }, to({})).interactions).toMatchObject([{ trigger: { type } }]);
});

test('Styles are named by what they decide, be they referred to as today or as in older files', () => {
  const style = (id: number, styleType: string, more: Fields = {}) =>
    nodeOf('TEXT', id, 2, { styleType, ...more });
  const nodes = imported(
    style(10, 'FILL'),
    style(11, 'STROKE'),
    style(12, 'TEXT', { key: 'library' }),
    style(13, 'EFFECT'),
    style(14, 'GRID'),
    style(15, 'FILL', { isSoftDeletedStyle: true }),
    nodeOf('TEXT', 16, 2),
    nodeOf('FRAME', 5, 1, {
      styleIdForFill: { guid: guid(10) },
      styleIdForStrokeFill: { guid: guid(11) },
      styleIdForText: { assetRef: { key: 'library' } },
      styleIdForEffect: { guid: guid(13) },
      styleIdForGrid: { guid: guid(14) },
    }),
    nodeOf('RECTANGLE', 6, 1, {
      inheritFillStyleID: guid(10),
      inheritFillStyleIDForStroke: guid(11),
      inheritTextStyleID: guid(12),
      inheritEffectStyleID: guid(13),
      inheritGridStyleID: guid(14),
    }),
    nodeOf('RECTANGLE', 7, 1, { styleIdForFill: { guid: guid(15) }, styleIdForText: { guid: guid(16) } }),
  );
  const all = { fill: '1:10', stroke: '1:11', text: '1:12', effect: '1:13', grid: '1:14' };
  expect(nodes.get('1:5')!.styles).toEqual({ ...all, fills: '1:10', strokes: '1:11' });
  expect(nodes.get('1:6')!.styles).toEqual(all);
  expect(nodes.get('1:7')).not.toHaveProperty('styles');
});

test('A stroke that the file tells no outline of is ink beside its box, by its side and where it is not hidden', () => {
  const boundsOf = (stored: Fields) =>
    imported(nodeOf('RECTANGLE', 5, 1, { strokeWeight: 8, strokePaints: [plain], ...stored })).get('1:5')!
      .absoluteRenderBounds;
  const grownBy = (by: number) => ({ x: 0 - by, y: 0 - by, width: 100 + 2 * by, height: 50 + 2 * by });
  expect(boundsOf({ strokeAlign: 'OUTSIDE' })).toEqual(grownBy(8));
  expect(boundsOf({ strokeAlign: 'CENTER' })).toEqual(grownBy(4));
  expect(boundsOf({ strokeAlign: 'INSIDE' })).toEqual(grownBy(0));
  expect(boundsOf({ strokeAlign: 'OUTSIDE', strokePaints: [{ ...plain, visible: false }] })).toEqual(
    grownBy(0),
  );
});

test('A shadow is ink to the side that it falls to', () => {
  const boundsOf = (offset: Fields) =>
    imported(
      nodeOf('RECTANGLE', 5, 1, { fillPaints: [plain], effects: [{ type: 'DROP_SHADOW', offset }] }),
    ).get('1:5')!.absoluteRenderBounds;
  expect(boundsOf({ x: 10, y: 20 })).toEqual({ x: 0, y: 0, width: 110, height: 70 });
  expect(boundsOf({ x: -10, y: -20 })).toEqual({ x: -10, y: -20, width: 110, height: 70 });
});

test('Ink is what shows: no box of a group, no effect that is hidden', () => {
  const shadow = { type: 'DROP_SHADOW', radius: 20, visible: false };
  const nodes = imported(
    nodeOf('FRAME', 5, 1, { resizeToFit: true, size: { x: 500, y: 500 } }),
    nodeOf('RECTANGLE', 6, 5, { effects: [shadow] }),
    nodeOf('TRANSFORM', 7, 1),
    nodeOf('SLICE', 8, 1),
  );
  const small = { x: 0, y: 0, width: 100, height: 50 };
  expect(nodes.get('1:5')).toMatchObject({ type: 'GROUP', absoluteRenderBounds: small, clipsContent: false });
  expect(nodes.get('1:6')).toMatchObject({ absoluteRenderBounds: small });
  expect(nodes.get('1:7')).toMatchObject({ type: 'TRANSFORM_GROUP', absoluteRenderBounds: null });
  expect(nodes.get('1:8')).toMatchObject({ absoluteRenderBounds: null });
});

describe('The network of a vector', () => {
  const blob = Buffer.alloc(12 + 2 * 12 + 28 + 8 + 4 + 4);
  for (const [index, count] of [2, 1, 1].entries()) blob.writeUInt32LE(count, 4 * index);
  blob.writeFloatLE(3, 28);
  blob.writeUInt32LE(1, 36 + 16);
  blob.writeFloatLE(0.5, 36 + 8);
  blob.writeUInt32LE(5, 64);
  blob.writeUInt32LE(1, 68);
  blob.writeUInt32LE(1, 72);
  const vectorData = { vectorNetworkBlob: 0 };

  test('is answered in its own space, by vertices, segments and regions', () => {
    const nodes = [nodeOf('VECTOR', 5, 1, { vectorData }), nodeOf('BOOLEAN_OPERATION', 6, 1, { vectorData })];
    const { document, warnings } = readFigSource(figDesign(documentWith(...nodes), { blobs: [blob] }));
    const all = nodesBelow(JSON.parse(Buffer.from(document).toString()));
    expect(warnings).toEqual([]);
    expect(all.find(({ id }) => id === '1:5')!.vectorNetwork).toEqual({
      vertices: [
        { position: { x: 0, y: 0 }, meta: 0 },
        { position: { x: 3, y: 0 }, meta: 0 },
      ],
      segments: [{ start: 0, startTangent: { x: 0.5, y: 0 }, end: 1, endTangent: { x: 0, y: 0 }, meta: 0 }],
      regions: [{ loops: [[0]], windingRule: 'nonzero', meta: 2 }],
    });
    expect(all.find(({ id }) => id === '1:6')).not.toHaveProperty('vectorNetwork');
  });

  test('is left out and told where its bytes do not end with it, or are not there', () => {
    for (const blobs of [[Buffer.concat([blob, Buffer.alloc(4)])], [blob.subarray(0, 20)], []]) {
      const { warnings } = readFigSource(
        figDesign(documentWith(nodeOf('VECTOR', 5, 1, { vectorData })), { blobs }),
      );
      expect(warnings).toEqual([
        { node: '1:5', reason: 'The vector network of the node is damaged and left out.' },
      ]);
    }
  });
});

test('A connector says where it begins and ends, its line and its ends; a pattern how large it is drawn', () => {
  const nodes = imported(
    nodeOf('CONNECTOR', 5, 1, {
      connectorStart: { position: { x: 1, y: 2 } },
      connectorLineStyle: 'STRAIGHT',
      connectorEnd: { endpointNodeID: guid(9), magnet: 'TOP' },
      connectorStartCap: 'ARROW_LINES',
      connectorEndCap: 'NONE',
    }),
    nodeOf('RECTANGLE', 6, 1, { fillPaints: [{ type: 'PATTERN', scale: 2 }] }),
  );
  expect(nodes.get('1:5')).toMatchObject({
    connectorStart: { position: { x: 1, y: 2 } },
    connectorEnd: { endpointNodeId: '1:9', magnet: 'TOP' },
    connectorLineType: 'STRAIGHT',
    connectorStartStrokeCap: 'LINE_ARROW',
    connectorEndStrokeCap: 'NONE',
  });
  expect(nodes.get('1:6')!.fills).toMatchObject([
    { type: 'PATTERN', scalingFactor: 2, tileType: 'RECTANGULAR' },
  ]);
});

test('Properties of components that were deleted decide nothing, and slots keep their kind', () => {
  const definition = (id: number, type: string, more: Fields = {}) => ({
    id: guid(id),
    name: `P${id}`,
    type,
    ...more,
  });
  const refs = [
    { defID: guid(100), componentPropNodeField: 'VISIBLE', isDeleted: true },
    { defID: guid(101), componentPropNodeField: 'VISIBLE' },
  ];
  const nodes = imported(
    nodeOf('SYMBOL', 10, 1, {
      componentPropDefs: [
        definition(100, 'BOOL'),
        definition(101, 'BOOL', { isDeleted: true }),
        definition(102, 'SLOT'),
        definition(103, 'INSTANCE_SWAP', {
          initialValue: { guidValue: guid(10) },
          preferredValues: { instanceSwapValues: [{ type: 'STATE_GROUP', key: 'abc' }] },
        }),
      ],
    }),
    nodeOf('TEXT', 11, 10, { componentPropRefs: refs.slice(0, 1) }),
  );
  expect(nodes.get('1:10')!.componentPropertyDefinitions).toMatchObject({
    'P100#1:100': { type: 'BOOLEAN', defaultValue: false },
    'P102#1:102': { type: 'SLOT' },
    'P103#1:103': {
      type: 'INSTANCE_SWAP',
      defaultValue: '1:10',
      preferredValues: [{ type: 'COMPONENT_SET', key: 'abc' }],
    },
  });
  expect(nodes.get('1:10')!.componentPropertyDefinitions).not.toHaveProperty('P101#1:101');
  expect(nodes.get('1:11')).not.toHaveProperty('componentPropertyReferences');
});

test('An instance lists those that are exposed at its level, at any depth of its layers, and none of theirs', () => {
  const shows = (symbol: number, more: Fields = {}) => ({ symbolData: { symbolID: guid(symbol) }, ...more });
  const exposed = { propsAreBubbled: true };
  const nodes = imported(
    nodeOf('SYMBOL', 10, 2),
    nodeOf('SYMBOL', 20, 2),
    nodeOf('FRAME', 21, 20),
    nodeOf('INSTANCE', 22, 21, shows(10, exposed)),
    nodeOf('INSTANCE', 23, 20, shows(10)),
    nodeOf('INSTANCE', 24, 20, shows(10, { ...exposed, visible: false })),
    nodeOf('SYMBOL', 30, 1),
    nodeOf('INSTANCE', 31, 30, shows(20, exposed)),
    nodeOf('INSTANCE', 5, 1, shows(30)),
  );
  expect(nodes.get('1:5')!.exposedInstances).toEqual(['I1:5;1:31']);
  expect(nodes.get('I1:5;1:31')).toMatchObject({
    isExposedInstance: true,
    exposedInstances: ['I1:5;1:31;1:22', 'I1:5;1:31;1:24'],
  });
  expect(nodes.get('I1:5;1:31;1:22')).toMatchObject({ isExposedInstance: true });
  expect(nodes.get('I1:5;1:31;1:22')).not.toHaveProperty('exposedInstances');
  expect(nodes.get('I1:5;1:31;1:23')).not.toHaveProperty('isExposedInstance');
  expect(nodes.get('1:30')).not.toHaveProperty('exposedInstances');
  expect(nodes.get('1:31')!.exposedInstances).toEqual(['I1:31;1:22', 'I1:31;1:24']);
});

test('Parts of an outline say which entry of the table they are painted by, and an entry without paints is null', () => {
  const outline = Buffer.concat([Buffer.of(1), Buffer.alloc(8), Buffer.of(0)]);
  const part = (styleID: number) => ({ windingRule: 'NONZERO', commandsBlob: 0, styleID });
  const vector = nodeOf('VECTOR', 5, 1, {
    fillGeometry: [part(0), part(3), part(4)],
    vectorData: { styleOverrideTable: [{ styleID: 3, fillPaints: [plain] }, { styleID: 4 }] },
  });
  const { document } = readFigSource(
    figDesign(documentWith(vector, nodeOf('VECTOR', 6, 1)), { blobs: [outline] }),
  );
  const nodes = new Map(
    nodesBelow(JSON.parse(Buffer.from(document).toString())).map((node) => [node.id, node]),
  );
  const path = { path: 'M0 0Z', windingRule: 'NONZERO' };
  expect(nodes.get('1:5')!.fillGeometry).toEqual([
    path,
    { ...path, overrideID: 3 },
    { ...path, overrideID: 4 },
  ]);
  expect(nodes.get('1:5')!.fillOverrideTable).toEqual({
    3: { fills: [{ blendMode: 'NORMAL', ...plain }] },
    4: null,
  });
  expect(nodes.get('1:6')).not.toHaveProperty('fillOverrideTable');
});

test('An instance says by what it is scaled as a whole, and nothing where it is not', () => {
  const scaled = (id: number, uniformScaleFactor: number) =>
    nodeOf('INSTANCE', id, 1, { symbolData: { symbolID: guid(10), uniformScaleFactor } });
  const nodes = imported(nodeOf('SYMBOL', 10, 1), scaled(5, 1.5), scaled(6, 1), scaled(7, 0));
  expect([5, 6, 7].map((id) => nodes.get(`1:${id}`)!.uniformScaleFactor)).toEqual([
    1.5,
    undefined,
    undefined,
  ]);
});

test('What comes from a library keeps its key there, and styles theirs by whichever field tells it', () => {
  const library = { sourceLibraryKey: 'library' };
  const shared = (id: number, more: Fields) => nodeOf('RECTANGLE', id, 2, { styleType: 'FILL', ...more });
  const using = (id: number, style: number) =>
    nodeOf('RECTANGLE', id, 1, { styleIdForFill: { guid: guid(style) } });
  const source = readFigSource(
    figDesign(
      documentWith(
        nodeOf('FRAME', 10, 2, { isStateGroup: true, componentKey: 'setKey', ...library }),
        nodeOf('SYMBOL', 11, 10, { componentKey: 'variantKey', ...library }),
        nodeOf('SYMBOL', 12, 1, { componentKey: 'own' }),
        nodeOf('INSTANCE', 5, 1, { symbolData: { symbolID: guid(11) } }),
        shared(20, { sharedStyleReference: { styleKey: 'referred' } }),
        shared(21, { sharedStyleMasterData: { styleKey: 'mastered' } }),
        shared(22, {}),
        using(6, 20),
        using(7, 21),
        using(8, 22),
      ),
    ),
  );
  const entriesOf = (map: typeof source.components) =>
    Object.assign({}, ...map.map(({ text }) => JSON.parse(`{${Buffer.from(text)}}`)));
  expect(entriesOf(source.components)).toMatchObject({
    '1:11': { key: 'variantKey', remote: true, componentSetId: '1:10' },
    '1:12': { key: 'own', remote: false },
  });
  expect(entriesOf(source.componentSets)).toMatchObject({ '1:10': { key: 'setKey', remote: true } });
  expect(entriesOf(source.styles)).toMatchObject({
    '1:20': { key: 'referred', remote: true },
    '1:21': { key: 'mastered', remote: true },
    '1:22': { key: expect.stringMatching(/^[0-9a-f]{40}$/), remote: false },
  });
});

test('A definition within a variant stands for that of its set, for references and for what is assigned', () => {
  const definition = (id: number, more: Fields) => ({ id: guid(id), type: 'BOOL', ...more });
  const nodes = imported(
    nodeOf('FRAME', 10, 1, { isStateGroup: true, componentPropDefs: [definition(100, { name: 'Icon' })] }),
    nodeOf('SYMBOL', 11, 10, { componentPropDefs: [definition(101, { parentPropDefId: guid(100) })] }),
    nodeOf('RECTANGLE', 12, 11, {
      componentPropRefs: [{ defID: guid(101), componentPropNodeField: 'VISIBLE' }],
    }),
    nodeOf('INSTANCE', 5, 1, {
      symbolData: { symbolID: guid(11) },
      componentPropAssignments: [{ defID: guid(101), value: { boolValue: false } }],
    }),
  );
  expect(Object.keys(nodes.get('1:10')!.componentPropertyDefinitions as object)).toEqual(['Icon#1:100']);
  expect(nodes.get('1:11')).not.toHaveProperty('componentPropertyDefinitions');
  expect(nodes.get('1:12')!.componentPropertyReferences).toEqual({ visible: 'Icon#1:100' });
  expect(nodes.get('1:5')!.componentProperties).toMatchObject({ 'Icon#1:100': { value: false } });
  expect(nodes.get('I1:5;1:12')!.visible).toBe(false);
});

describe('The report names what is taken by its name alone', () => {
  const reportOf = (bytes: Uint8Array) => {
    const { document, warnings } = readFigSource(bytes);
    const [node] = nodesBelow(JSON.parse(Buffer.from(document).toString())).filter(({ id }) => id === '1:5');
    return { node: node!, warnings };
  };
  const withoutPlace = (field: string) => `The property ${field} has no place in answers and is left out.`;

  test.each([
    ['VIDEO', { type: 'VIDEO', scaleMode: 'FIT', imageRef: null }],
    ['NOISE', { type: 'NOISE' }],
  ])('the paint %s', (type, answered) => {
    const fillPaints = [{ type, imageScaleMode: 'FIT' }];
    const { node, warnings } = reportOf(figDesign(documentWith(nodeOf('RECTANGLE', 5, 1, { fillPaints }))));
    expect(node.fills).toEqual([{ blendMode: 'NORMAL', ...answered }]);
    const reason = `The paint ${type} is taken by its name, and as far as answers know it.`;
    expect(warnings).toEqual([{ node: '1:5', reason }]);
  });

  test.each([
    ['WIDGET', 'widgetMetadata'],
    ['EMBED', 'embedData'],
    ['LINK_UNFURL', 'linkPreviewData'],
  ])('a %s, without %s', (type, field) => {
    const { node, warnings } = reportOf(
      figDesign(documentWith(nodeOf(type, 5, 1, { [field]: 'SOME' }), nodeOf('TEXT', 6, 5))),
    );
    expect(node).toMatchObject({ type, children: [{ id: '1:6' }] });
    expect(node).not.toHaveProperty(field);
    expect(warnings).toEqual([{ node: '1:5', reason: withoutPlace(field) }]);
  });

  test.each([
    [newestFormat, []],
    [newestFormat + 1, [`The file is of format ${newestFormat + 1}; the newest known is ${newestFormat}.`]],
  ])('a file of format %i', (format, reasons) => {
    const bytes = figDesign(documentWith(nodeOf('RECTANGLE', 5, 1)));
    bytes.writeUInt32LE(format, 8);
    expect(reportOf(bytes).warnings.map(({ reason }) => reason)).toEqual(reasons);
  });
});

describe('Members stand in the order of answers', () => {
  const namesOf = (stored: Fields, list: 'fills' | 'effects') =>
    (imported(nodeOf('RECTANGLE', 5, 1, stored)).get('1:5')![list] as object[]).map((one) =>
      Object.keys(one),
    );
  const hidden = { visible: false };

  test('of paints: opacity, blend mode, whether it shows, type, and what its type has', () => {
    const of = (...own: string[]) => ['opacity', 'blendMode', 'visible', 'type', ...own];
    const fillPaints = [
      { ...plain, opacity: 0.5, ...hidden },
      { type: 'GRADIENT_LINEAR', stops: [], opacity: 0.5, ...hidden },
      { type: 'IMAGE', imageScaleMode: 'TILE', scale: 0.5, rotation: 90, opacity: 0.5, ...hidden },
    ];
    expect(namesOf({ fillPaints }, 'fills')).toEqual([
      of('color'),
      of('gradientHandlePositions', 'gradientStops'),
      of('scaleMode', 'imageRef', 'scalingFactor', 'rotation'),
    ]);
  });

  test('of effects: type, whether it shows, colour, blend mode, offset, radius, spread', () => {
    const shadow = { color: red, offset: { x: 1, y: 2 }, radius: 3, spread: 4, showShadowBehindNode: true };
    const effects = [
      { type: 'DROP_SHADOW', ...shadow },
      { type: 'INNER_SHADOW', ...shadow },
      { type: 'FOREGROUND_BLUR', radius: 3 },
    ];
    const ofShadows = ['type', 'visible', 'color', 'blendMode', 'offset', 'radius', 'spread'];
    expect(namesOf({ effects }, 'effects')).toEqual([
      [...ofShadows, 'showShadowBehindNode'],
      ofShadows,
      ['type', 'visible', 'radius'],
    ]);
  });

  test('of nodes: they begin with id, name and type, and children stand before places', () => {
    const frame = imported(nodeOf('FRAME', 5, 1, { visible: false }), nodeOf('RECTANGLE', 6, 5)).get('1:5')!;
    const names = Object.keys(frame);
    expect(names.slice(0, 5)).toEqual(['id', 'name', 'visible', 'type', 'scrollBehavior']);
    const wanted = ['children', 'absoluteBoundingBox', 'absoluteRenderBounds', 'constraints', 'clipsContent'];
    expect(names.filter((name) => wanted.includes(name))).toEqual(wanted);
  });
});

test('A component property of a kind that answers do not know is left out, and the report says so', () => {
  const { document, warnings } = readFigSource(
    figDesign(
      documentWith(
        nodeOf('SYMBOL', 10, 1, {
          componentPropDefs: [
            { id: guid(100), name: 'Tint', type: 'COLOR' },
            { id: guid(101), name: 'Gone', type: 'COLOR', isDeleted: true },
          ],
        }),
      ),
    ),
  );
  expect(Buffer.from(document).toString()).not.toContain('Tint');
  expect(warnings).toEqual([
    { node: '1:10', reason: 'A component property of the kind COLOR is left out: answers know none.' },
  ]);
});

test('What boards hold that no answer knows keeps its name and its words', () => {
  const said = (characters: string) => ({
    guidPath: { guids: [guid(1, 40000000)] },
    textData: { characters },
  });
  const nodes = imported(
    nodeOf('CODE_BLOCK', 5, 1, { textData: { characters: 'let a;' } }),
    nodeOf('CODE_BLOCK', 6, 1, { nodeGenerationData: { overrides: [said('let b;')] } }),
    nodeOf('STAMP', 7, 1),
  );
  expect(nodes.get('1:5')).toMatchObject({ type: 'CODE_BLOCK', characters: 'let a;' });
  expect(nodes.get('1:6')).toMatchObject({ type: 'CODE_BLOCK', characters: 'let b;' });
  expect(nodes.get('1:7')).not.toHaveProperty('characters');
});

test('Variables say their values by mode and kind, and what they say of themselves', () => {
  const entry = (dataType: string, value: Fields) => ({ modeID: guid(1), variableData: { dataType, value } });
  const variable = (id: number, variableResolvedType: string, more: Fields) =>
    nodeOf('VARIABLE', id, 2, { variableSetID: { guid: guid(50) }, variableResolvedType, ...more });
  const holding = (dataType: string, value: Fields) => ({
    variableDataValues: { entries: [entry(dataType, value)] },
  });
  const { companions, warnings } = readFigSource(
    figDesign(
      documentWith(
        nodeOf('VARIABLE_SET', 50, 2, {
          variableSetModes: [{ id: guid(1), name: 'One' }],
          isPublishable: false,
          key: 'abc',
          publishID: guid(9),
          sourceLibraryKey: 'library',
        }),
        variable(51, 'COLOR', { ...holding('COLOR', { colorValue: red }), isPublishable: false }),
        variable(52, 'STRING', { ...holding('STRING', { textValue: 'text' }), description: 'Words' }),
        variable(53, 'BOOLEAN', { ...holding('BOOLEAN', { boolValue: true }), isSoftDeleted: true }),
        variable(54, 'FLOAT', {
          ...holding('FLOAT', { floatValue: 2 }),
          variableScopes: ['GAP'],
          codeSyntax: { entries: [{ platform: 'ANDROID', value: 'gap' }] },
        }),
        variable(55, 'FLOAT', holding('EXPRESSION', {})),
        variable(56, 'FLOAT', holding('ALIAS', { alias: { guid: guid(54) } })),
      ),
    ),
  );
  const { meta } = JSON.parse(Buffer.from(companions!.variables!).toString());
  const id = 'VariableCollectionId:abc/1:9';
  expect(meta.variableCollections).toMatchObject({
    [id]: {
      id,
      key: 'abc',
      remote: true,
      hiddenFromPublishing: true,
      modes: [{ modeId: '1:1', name: 'One' }],
    },
  });
  const found = (local: number) => meta.variables[`VariableID:1:${local}`];
  const values = [51, 52, 53, 54, 55, 56].map((local) => found(local).valuesByMode['1:1']);
  const alias = { type: 'VARIABLE_ALIAS', id: 'VariableID:1:54' };
  expect(values).toEqual([red, 'text', true, 2, 0, alias]);
  expect(found(51)).toMatchObject({ resolvedType: 'COLOR', hiddenFromPublishing: true, remote: false });
  expect(found(52)).toMatchObject({
    resolvedType: 'STRING',
    description: 'Words',
    hiddenFromPublishing: false,
  });
  expect(found(53)).toMatchObject({ resolvedType: 'BOOLEAN', deletedButReferenced: true });
  expect(found(54)).toMatchObject({ scopes: ['GAP'], codeSyntax: { ANDROID: 'gap' } });
  expect(found(54)).not.toHaveProperty('deletedButReferenced');
  expect(warnings).toEqual([
    {
      node: 'VariableID:1:55',
      reason: 'A value of the variable cannot be taken; the simplest of its type stands there.',
    },
  ]);
});

test('A collection that extends another says which, the modes that its own stand for, and its values', () => {
  const float = (mode: number, floatValue: number) => ({
    modeID: guid(mode),
    variableData: { dataType: 'FLOAT', value: { floatValue } },
  });
  const extending = (id: number, parent: number, mode: number, parentMode: number) =>
    nodeOf('VARIABLE_SET', id, 2, {
      variableSetModes: [{ id: guid(mode), name: 'Light', parentModeId: guid(parentMode) }],
      backingVariableSetId: { guid: guid(parent) },
    });
  const override = (id: number, of: number, mode: number, backingVariableId: Fields, value: number) =>
    nodeOf('VARIABLE_OVERRIDE', id, 2, {
      variableSetID: { guid: guid(of) },
      backingVariableId,
      variableDataValues: { entries: [float(mode, value)] },
    });
  const { companions, warnings } = readFigSource(
    figDesign(
      documentWith(
        extending(40, 50, 1, 1),
        extending(41, 40, 3, 1),
        nodeOf('VARIABLE_SET', 50, 2, { variableSetModes: [{ id: guid(1), name: 'Light' }] }),
        nodeOf('VARIABLE', 51, 2, {
          variableSetID: { guid: guid(50) },
          variableResolvedType: 'FLOAT',
          variableDataValues: { entries: [float(1, 8)] },
        }),
        override(60, 40, 1, { variableId: { guid: guid(51) } }, 9),
        override(61, 41, 3, { variableOverrideId: { guid: guid(60) } }, 10),
      ),
    ),
  );
  expect(warnings).toEqual([]);
  const { variableCollections, variables } = JSON.parse(Buffer.from(companions!.variables!).toString()).meta;
  const id = (local: number) => `VariableCollectionId:1:${local}`;
  expect(variables['VariableID:1:51'].valuesByMode).toEqual({ '1:1': 8 });
  expect(variableCollections[id(50)].modes).toEqual([{ modeId: '1:1', name: 'Light' }]);
  expect(variableCollections[id(50)]).not.toHaveProperty('isExtension');
  expect(variableCollections[id(40)]).toMatchObject({
    isExtension: true,
    parentVariableCollectionId: id(50),
    rootVariableCollectionId: id(50),
    modes: [{ modeId: `${id(40)}/1:1`, name: 'Light', parentModeId: '1:1' }],
    variableOverrides: { 'VariableID:1:51': { [`${id(40)}/1:1`]: 9 } },
  });
  expect(variableCollections[id(41)]).toMatchObject({
    parentVariableCollectionId: id(40),
    rootVariableCollectionId: id(50),
    modes: [{ modeId: '1:3', parentModeId: `${id(40)}/1:1` }],
    variableOverrides: { 'VariableID:1:51': { '1:3': 10 } },
  });
});

test('An image that a paint names by bytes that are not there has no reference', () => {
  const paint = { type: 'IMAGE', image: { dataBlob: 7 } };
  expect(imported(nodeOf('RECTANGLE', 5, 1, { fillPaints: [paint] })).get('1:5')!.fills).toMatchObject([
    { type: 'IMAGE', imageRef: null },
  ]);
});

test('A text in a font that a server may lack brings its glyphs, and others or those told in part do not', () => {
  const square = Buffer.concat([
    Buffer.of(0),
    ...[1, 2, 2].map((step, index) => {
      const bytes = Buffer.alloc(9);
      bytes[0] = step;
      bytes.writeFloatLE(index === 1 ? 1 : 0, 1);
      bytes.writeFloatLE(index === 0 ? 0 : 0.5, 5);
      return bytes;
    }),
    Buffer.of(0),
  ]);
  const glyph = (x: number, more: Fields = {}) => ({
    commandsBlob: 0,
    position: { x, y: 10.4 },
    fontSize: 12,
    ...more,
  });
  const textOf = (family: string, glyphs: readonly Fields[]) => ({
    fontName: { family, style: 'Regular', postscript: '' },
    textData: { characters: 'aab', styleOverrideTable: [{ styleID: 3, fillPaints: [plain] }] },
    derivedTextData: { glyphs, decorations: [{ rects: [{ x: 0, y: 12, w: 20, h: 1 }], styleID: 3 }] },
  });
  const glyphs = [glyph(0), { position: { x: 6, y: 10 } }, glyph(7.25, { styleID: 3 })];
  const { document } = readFigSource(
    figDesign(
      documentWith(
        nodeOf('TEXT', 5, 1, textOf('Roboto', glyphs)),
        nodeOf('TEXT', 6, 1, textOf('Inter', glyphs)),
        nodeOf('TEXT', 7, 1, textOf('Roboto', [...glyphs, glyph(9, { commandsBlob: 1 })])),
        nodeOf('TEXT', 8, 1, textOf('Roboto', [glyph(0, { emojiCodePoints: 'SOME' })])),
        nodeOf('TEXT', 9, 1, textOf('Roboto', [])),
      ),
      { blobs: [square, Buffer.of(9)] },
    ),
  );
  const all = nodesBelow(JSON.parse(Buffer.from(document).toString()));
  const pictures = all.map(({ vitrineGlyphs }) => vitrineGlyphs).filter((one) => one !== undefined);
  expect(pictures).toEqual([
    {
      mark: expect.stringMatching(/^[0-9a-f]{16}$/),
      outlines: ['M0 0L1 0.5L0 0.5Z'],
      glyphs: [
        [0, 0, 10, 12, 0],
        [0, 7.25, 10, 12, 3],
      ],
      bars: [[0, 12, 20, 1, 3]],
      fills: { 3: { fills: [expect.objectContaining({ type: 'SOLID' })] } },
    },
  ]);
});

test('Glyphs are left out where those of a design would be longer than its size allows', () => {
  const long = Buffer.concat([
    Buffer.of(1),
    Buffer.alloc(8),
    ...Array.from({ length: 100_000 }, () => Buffer.from([2, 0, 0, 128, 63, 0, 0, 128, 63])),
  ]);
  const glyphs = [{ commandsBlob: 0, position: { x: 0, y: 0 }, fontSize: 12 }];
  const fontName = { family: 'Roboto', style: 'Regular', postscript: '' };
  const texts = Array.from({ length: 12 }, (_, index) =>
    nodeOf('TEXT', 10 + index, 1, { fontName, derivedTextData: { glyphs } }),
  );
  const { document, warnings } = readFigSource(figDesign(documentWith(...texts), { blobs: [long] }));
  const all = nodesBelow(JSON.parse(Buffer.from(document).toString()));
  expect(all.filter(({ vitrineGlyphs }) => vitrineGlyphs)).toHaveLength(10);
  expect(warnings.map(({ reason }) => reason)).toContain(
    'The outlines of glyphs are long; those of the text are left out.',
  );
});
