import { type FigNode, nodeId, parseFig } from 'openfig-core';
import type { NodeJson } from '../../src/render/scene/scene-source.ts';
import type { ComparedSet, Goal } from '../cases.ts';
import { corpusBytes } from '../corpus.ts';
import { draw } from '../draw.ts';
import { average } from '../goals.ts';
import { comparePictures, cropPicture, decodePicture, type Picture, type PixelBox } from '../pictures.ts';

const design = 'openfig/just-fonts.deck';
const truth = 'openfig/just-fonts/page-1.png';
const slide = { width: 1920, height: 1080 };

const meanAt = (fontSize: number, atMost: number): Goal => ({
  ...{ name: `mean at ${fontSize} px`, limit: { atMost }, unit: '' },
  measure: (outcomes) =>
    average(
      outcomes.flatMap(({ case: { name }, mean }) => (name.startsWith(`${fontSize} px`) ? (mean ?? []) : [])),
    ),
});

/** Texts of a slide in Inter 3.19, each with its corner on the slide. */
const texts: Readonly<Record<string, { readonly name: string; readonly x: number; readonly y: number }>> = {
  '1:45': { name: '36 px, one line', x: 128, y: 585 },
  '1:44': { name: '96 px, one line', x: 128, y: 446 },
  '1:83': { name: '96 px, styles and underlines', x: 80, y: 74 },
};

/** Text of a deck: the format is read here as far as these texts need, and no further. */
export const deckText: ComparedSet = {
  name: 'openfig text',
  sentence: 'Texts of a slide as PNG at 1x, compared inside the box that their ink fills.',
  goals: [meanAt(36, 1.3), meanAt(96, 0.8)],
  cases: () =>
    Object.entries(texts).map(([id, { name }]) => ({
      ...{ set: 'openfig text', name, design, nodeId: id, truth, scale: 1 },
    })),
  compare: async ({ nodeId: id }) => {
    const deck = await parseFig(corpusBytes(design));
    const node = deck.nodes.find((candidate) => nodeId(candidate) === id)!;
    const place = texts[id]!;
    const source = { node: slideWith(textNode(node, place)), ancestors: [] };
    const box = boxOfText(node, place);
    const whole = await decodePicture(await draw(source, { wholeBaselines: false }, () => undefined));
    const ours = cropPicture(whole, box);
    const theirs = cropPicture(await decodePicture(corpusBytes(truth)), box);
    const ink = inkOf(ours, theirs);
    const both = { ours: cropPicture(ours, ink), theirs: cropPicture(theirs, ink) };
    const leftOut = { texts: 0, vectors: 0, images: 0 };
    return {
      ...both,
      difference: comparePictures(both.ours, both.theirs),
      leftOut,
      features: ['node text'],
      notes: [],
    };
  },
};

type Place = { readonly x: number; readonly y: number };

const boxOfText = ({ size }: FigNode, { x, y }: Place): PixelBox => ({
  ...{ left: x, top: y, right: x + size!.x, bottom: y + size!.y },
});

const solid = (level: number) => ({
  ...{ type: 'SOLID', blendMode: 'NORMAL', color: { r: level, g: level, b: level, a: 1 } },
});

const slideWith = (text: NodeJson): NodeJson => ({
  ...{
    id: '1:42',
    name: '1',
    type: 'FRAME',
    fills: [solid(1)],
    strokes: [],
    effects: [],
    clipsContent: true,
  },
  absoluteBoundingBox: { x: 0, y: 0, ...slide },
  children: [text],
});

function textNode(node: FigNode, { x, y }: Place): NodeJson {
  const { characters, characterStyleIDs = [], styleOverrideTable = [] } = node.textData as DeckText;
  return {
    ...{ id: nodeId(node), name: node.name, type: 'TEXT', characters, fills: [solid(0)] },
    absoluteBoundingBox: { x, y, width: node.size!.x, height: node.size!.y },
    style: { ...styleOf(node), textAutoResize: node.textAutoResize, ...heightOf(node) },
    characterStyleOverrides: characterStyleIDs,
    styleOverrideTable: Object.fromEntries(
      styleOverrideTable.map((style) => [style.styleID, styleOf(style)]),
    ),
  };
}

/** What the types of the reader leave open. */
interface DeckText {
  readonly characters: string;
  readonly characterStyleIDs?: readonly number[];
  readonly styleOverrideTable?: readonly FigNode[];
}

const weights: Readonly<Record<string, number>> = {
  Regular: 400,
  Italic: 400,
  Bold: 700,
  'Bold Italic': 700,
};

function styleOf({ fontName, fontSize, letterSpacing, textDecoration }: FigNode): Record<string, unknown> {
  return {
    ...(fontName?.style && {
      ...{ fontFamily: fontName.family, fontWeight: weights[fontName.style] },
      italic: fontName.style.includes('Italic'),
    }),
    ...(fontSize && { fontSize, letterSpacing: (letterSpacing!.value * fontSize) / 100 }),
    ...(textDecoration && { textDecoration }),
  };
}

const heightOf = ({ lineHeight, fontSize }: FigNode) => ({
  lineHeightUnit: 'FONT_SIZE_%',
  lineHeightPercentFontSize: lineHeight!.value * 100,
  lineHeightPx: lineHeight!.value * fontSize!,
});

/** The box around all pixels that are not white in one of the two. */
function inkOf(ours: Picture, theirs: Picture): PixelBox {
  const box = { left: ours.width, top: ours.height, right: 0, bottom: 0 };
  for (let at = 0; at < ours.width * ours.height; at += 1) {
    if (ours.rgba[at * 4] === 255 && theirs.rgba[at * 4] === 255) continue;
    const [x, y] = [at % ours.width, Math.floor(at / ours.width)];
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x + 1);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  return box;
}
