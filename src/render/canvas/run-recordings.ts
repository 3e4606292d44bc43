import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { LeastRecent } from '../../least-recent.ts';
import type { GlyphRun } from './glyph-marks.ts';

/** Runs of glyphs as the library recorded them; one belongs to a thread. */
export interface RunRecordings {
  /**
   * The run as it was told once, in a colour and within a square of one px; undefined where it is better told to the
   * target itself, since it is short or was not seen often enough.
   */
  readonly recorded: (
    run: GlyphRun,
    colour: string,
    tell: (context: SKRSContext2D) => void,
  ) => Canvas | undefined;
}

/** Shorter runs are told in the time that a recording takes. */
const fewestGlyphs = 4;
/** A recording takes about as long as telling the same to two targets. */
const toldBefore = 2;
/** What a recording takes beside its glyphs (13 KB, and 200 bytes for each), counted as such. */
const glyphsOfRecording = 60;
/** Of all recordings that are kept: some 20 MB. */
const mostGlyphs = 100_000;

/** Recordings that are kept, and those that were given up and wait for the collector, which does not hurry for them. */
const mostAlive = 1200;

/** How often a run was seen, and what its recording in the colour of the last time is called. */
interface SeenRun {
  readonly name: string;
  count: number;
  colour: string;
  key: string;
}

/** Makes recordings that are kept as long as they are used. */
export function createRunRecordings(budget = mostGlyphs, most = mostAlive): RunRecordings {
  let alive = 0;
  const collected = new FinalizationRegistry<void>(() => {
    alive -= 1;
  });
  const recordings = new LeastRecent<string, Canvas>(budget, (canvas) => {
    // Empties it at once: the collector does not see how much memory stands behind a canvas.
    canvas.width = 1;
  });
  const seen = new WeakMap<GlyphRun, SeenRun>();
  let names = 0;
  const seenAs = (run: GlyphRun, colour: string): SeenRun => {
    let as = seen.get(run);
    if (as === undefined) {
      as = { name: `${++names}`, count: 0, colour: '', key: '' };
      seen.set(run, as);
    }
    // Most runs keep their colour, and a key that was looked up before is found in half the time.
    if (as.colour !== colour) Object.assign(as, { colour, key: `${as.name} ${colour}` });
    return as;
  };
  return {
    recorded: (run, colour, tell) => {
      if (run.glyphs.length < fewestGlyphs) return undefined;
      const as = seenAs(run, colour);
      as.count += 1;
      if (as.count <= toldBefore) return undefined;
      const { key } = as;
      const present = recordings.get(key);
      if (present !== undefined) return present;
      if (alive >= most) return undefined;
      const recording = record(colour, tell);
      alive += 1;
      collected.register(recording, undefined);
      recordings.set(key, recording, glyphsOfRecording + run.glyphs.length);
      return recording;
    },
  };
}

function record(colour: string, tell: (context: SKRSContext2D) => void): Canvas {
  const canvas = createCanvas(1, 1);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  tell(context);
  return canvas;
}
