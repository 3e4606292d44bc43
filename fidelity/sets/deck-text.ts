import { type FigDocument, type FigNode, getBlobBytes, nodeId, parseFig } from 'openfig-core';
import type { NodeJson } from '../../src/render/scene/scene-source.ts';
import type { ComparedSet, Goal } from '../cases.ts';
import { corpusBytes } from '../corpus.ts';
import { draw } from '../draw.ts';
import { average } from '../goals.ts';
import { comparePictures, cropPicture, decodePicture, type PixelBox } from '../pictures.ts';

const design = 'openfig/just-fonts.deck';
const truth = 'openfig/just-fonts/page-1.png';
const slide = { width: 1920, height: 1080 };

const meanAt = (fontSize: number, atMost: number): Goal => ({
  name: `mean at ${fontSize} px`,
  limit: { atMost },
  unit: '',
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
  sentence: 'Texts of a slide as PNG at 1x, compared inside of the boxes of the texts.',
  goals: [meanAt(36, 1.3), meanAt(96, 0.8)],
  cases: () =>
    Object.entries(texts).map(([id, { name }]) => ({
      set: 'openfig text',
      name,
      design,
      nodeId: id,
      truth,
      scale: 1,
    })),
  compare: async ({ nodeId: id }) => {
    const deck = await parseFig(corpusBytes(design));
    const node = nodeOf(deck, id);
    const source = { node: slideWith([textNode(node, texts[id]!), ...otherLetters(deck)]), ancestors: [] };
    const box = boxOfText(node, texts[id]!);
    const ours = cropPicture(await decodePicture(await draw(source, {}, () => undefined)), box);
    const theirs = cropPicture(await decodePicture(corpusBytes(truth)), box);
    const leftOut = { texts: 0, vectors: 0, images: 0 };
    const difference = comparePictures(ours, theirs);
    return { ours, theirs, difference, leftOut, features: ['node text'], notes: [] };
  },
};

const nodeOf = ({ nodes }: FigDocument, id: string): FigNode =>
  nodes.find((candidate) => nodeId(candidate) === id)!;

type Place = { readonly x: number; readonly y: number };

const boxOfText = ({ size }: FigNode, { x, y }: Place): PixelBox => ({
  left: x,
  top: y,
  right: x + size!.x,
  bottom: y + size!.y,
});

const solid = (level: number) => ({
  type: 'SOLID',
  blendMode: 'NORMAL',
  color: { r: level, g: level, b: level, a: 1 },
});

const slideWith = (children: readonly NodeJson[]): NodeJson => ({
  id: '1:42',
  name: '1',
  type: 'FRAME',
  fills: [solid(1)],
  strokes: [],
  effects: [],
  clipsContent: true,
  absoluteBoundingBox: { x: 0, y: 0, ...slide },
  children,
});

function textNode(node: FigNode, { x, y }: Place): NodeJson {
  const { characters, characterStyleIDs = [], styleOverrideTable = [] } = node.textData as DeckText;
  return {
    id: nodeId(node),
    name: node.name,
    type: 'TEXT',
    characters,
    fills: [solid(0)],
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
      fontFamily: fontName.family,
      fontWeight: weights[fontName.style],
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

/** Letters that reach into the boxes and whose font is not free: the deck has their outlines. */
const lettersNode = { id: '1:82', x: 994, y: 189 };
const lettersColor = { r: 0.22327035665512085, g: 0.582444429397583, b: 0, a: 1 };

function otherLetters(deck: FigDocument): NodeJson[] {
  const { glyphs } = nodeOf(deck, lettersNode.id).derivedTextData as { glyphs: readonly DeckGlyph[] };
  return glyphs.map(({ commandsBlob, position, fontSize }, place) => ({
    id: `${lettersNode.id}-${place}`,
    type: 'VECTOR',
    size: { x: 1, y: 1 },
    fills: [{ ...solid(0), color: lettersColor }],
    relativeTransform: [
      [fontSize, 0, lettersNode.x + position.x],
      [0, -fontSize, lettersNode.y + position.y],
    ],
    fillGeometry: [{ path: outlineOf(getBlobBytes(deck, commandsBlob)!), windingRule: 'NONZERO' }],
  }));
}

interface DeckGlyph {
  readonly commandsBlob: number;
  readonly position: Place;
  readonly fontSize: number;
}

/** Reads an outline: a byte for each step, then its coordinates as single-precision numbers. */
function outlineOf(blob: Uint8Array): string {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  const path: string[] = [];
  for (let at = 0; at < blob.length; ) {
    const [letter, count] = (
      [
        ['Z', 0],
        ['M', 2],
        ['L', 2],
        ['Q', 4],
        ['C', 6],
      ] as const
    )[blob[at]!]!;
    const coordinates = Array.from({ length: count }, (_, place) =>
      view.getFloat32(at + 1 + place * 4, true),
    );
    if (letter !== 'Z' || path.length > 0) path.push(letter + coordinates.join(' '));
    at += 1 + count * 4;
  }
  return path.join('');
}
