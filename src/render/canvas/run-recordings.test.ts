import { describe, expect, it } from 'vitest';
import { renderRaster } from '../render-raster.ts';
import { buildScene } from '../scene/build-scene.ts';
import type { Scene } from '../scene/scene.ts';
import type { NodeJson } from '../scene/scene-source.ts';
import { createFontRegistry } from '../text/font-registry.ts';
import { createCanvasPool } from './canvas-pool.ts';
import { black, box, frame, grey, red, solid } from './drawn.suite.ts';
import type { GlyphRun } from './glyph-marks.ts';
import { paintItems } from './paint-item.ts';
import { createRunRecordings, type RunRecordings } from './run-recordings.ts';

const pool = createCanvasPool();
const fonts = createFontRegistry();

const text = (x: number, y: number, characters: string, more: object = {}): NodeJson =>
  box(x, y, 280, 40, {
    type: 'TEXT',
    characters,
    fills: [solid(black)],
    style: { fontFamily: 'Inter', fontSize: 13 },
    ...more,
  });

function sceneOf(children: readonly NodeJson[]): Scene {
  const node = frame(children, {
    absoluteBoundingBox: { x: 0, y: 0, width: 300, height: 200 },
    size: { x: 300, y: 200 },
  });
  const scene = buildScene(
    { node, ancestors: [] },
    { contentsOnly: true, useAbsoluteBounds: true, wholeBaselines: false },
    fonts,
  );
  if ('nothing' in scene) throw new Error(`There is nothing: ${scene.nothing}.`);
  return scene;
}

function pixelsOf(scene: Scene, scale: number, runs?: RunRecordings): Buffer {
  const size = { width: Math.ceil(300 * scale), height: Math.ceil(200 * scale), scale };
  const painter = { pool, images: new Map(), paintItems, ...(runs && { runs }) };
  return Buffer.from(renderRaster(painter, scene, size).bytes);
}

/** Counts the runs that were drawn from recordings. */
function counted(recordings: RunRecordings): RunRecordings & { count: number } {
  const counting = {
    count: 0,
    recorded: (...of: Parameters<RunRecordings['recorded']>) => {
      const recording = recordings.recorded(...of);
      counting.count += Number(recording !== undefined);
      return recording;
    },
  };
  return counting;
}

const texts = [
  text(3.37, 2.61, 'Letters of several words, and a line below them', {
    style: { fontFamily: 'Inter', fontSize: 13.7, textDecoration: 'UNDERLINE', letterSpacing: 0.13 },
  }),
  text(-11.3, 61.83, 'Cut off at both sides, since it is longer than what is seen of it', {
    fills: [solid(red)],
    style: { fontFamily: 'Inter', fontSize: 21, textAutoResize: 'WIDTH_AND_HEIGHT' },
  }),
  text(20, 110, 'Half bold, half plain', {
    characterStyleOverrides: [1, 1, 1, 1, 1, 1, 1, 1, 1],
    styleOverrideTable: { 1: { fontWeight: 700 } },
  }),
  text(20, 140, 'Stretched', {
    relativeTransform: [
      [1.31, 0, 20.2],
      [0, 0.77, 140.9],
    ],
  }),
  text(200, 130, 'Turned a little', {
    relativeTransform: [
      [0.94, -0.34, 200.1],
      [0.34, 0.94, 130.2],
    ],
  }),
];

describe('runs of glyphs that were recorded', () => {
  it.each([0.37, 1, 1.7, 3])('have the px of those that are told, at scale %d', (scale) => {
    const scene = sceneOf(texts);
    const runs = counted(createRunRecordings());
    const told = pixelsOf(scene, scale);
    const drawn = Array.from({ length: 4 }, () => pixelsOf(scene, scale, runs));
    // Six lines that lie level, from the third time on.
    expect(runs.count).toBe(2 * 6);
    for (const pixels of drawn) expect(pixels.equals(told)).toBe(true);
  });

  it('are known by their colour', () => {
    const [inBlack, inGrey] = [black, grey].map((color) =>
      sceneOf([text(10, 10, 'The same words', { fills: [solid(color)] })]),
    ) as [Scene, Scene];
    const runs = createRunRecordings();
    const [blackTold, greyTold] = [pixelsOf(inBlack, 1), pixelsOf(inGrey, 1)];
    for (let round = 0; round < 4; round += 1) {
      expect(pixelsOf(inBlack, 1, runs).equals(blackTold)).toBe(true);
      expect(pixelsOf(inGrey, 1, runs).equals(greyTold)).toBe(true);
    }
  });

  it('are given up beyond the budget, and recorded again when they are drawn', () => {
    const scene = sceneOf([text(10, 10, 'One of them'), text(10, 50, 'And another one')]);
    const runs = counted(createRunRecordings(80));
    const told = pixelsOf(scene, 1);
    for (let round = 0; round < 5; round += 1) expect(pixelsOf(scene, 1, runs).equals(told)).toBe(true);
    expect(runs.count).toBe(2 * 3);
  });

  it('are no more than a few, those included that wait for the collector', () => {
    const runs = createRunRecordings(80, 2);
    const run: GlyphRun = { styleIndex: 0, glyphs: Array(10), decorations: [] };
    const recording = (colour: string) => runs.recorded(run, colour, () => {});
    for (const colour of ['red', 'red', 'red', 'blue']) recording(colour);
    expect(recording('blue')).toBeDefined();
    expect(recording('red')).toBeUndefined();
  });

  it('give their memory back when they are given up', () => {
    const runs = createRunRecordings(80);
    const run: GlyphRun = { styleIndex: 0, glyphs: Array(10), decorations: [] };
    const recording = (colour: string) => runs.recorded(run, colour, (on) => on.fillRect(0, 0, 1, 1));
    expect([recording('red'), recording('red')]).toEqual([undefined, undefined]);
    const red = recording('red')!;
    const alpha = () => red.getContext('2d').getImageData(0, 0, 1, 1).data[3];
    expect(recording('red')).toBe(red);
    expect(alpha()).toBe(255);
    recording('blue');
    expect(alpha()).toBe(0);
  });
});
