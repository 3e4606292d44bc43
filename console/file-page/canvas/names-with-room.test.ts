import { describe, expect, it } from 'vitest';
import { type NamedFrame, namesWithRoom } from './names-with-room.ts';

const heightPx = 20;

/** A frame with its name above it, as wide as the frame. */
function frame(id: string, x: number, y: number, width = 100, height = 50): NamedFrame {
  const name = { x, y: y - heightPx - 2, width, height: heightPx };
  return { id, box: { x, y, width, height }, name, isGround: false };
}

const shown = (frames: readonly NamedFrame[], marked: string[] = []): string[] =>
  namesWithRoom(frames, new Set(marked)).map(({ id }) => id);

describe('The names of frames', () => {
  it('stand above all frames that are apart from each other', () => {
    expect(shown([frame('a', 0, 0), frame('b', 110, 0), frame('c', 0, 80)])).toEqual(['a', 'b', 'c']);
  });

  it('are left out where they would cover the frame above', () => {
    expect(shown([frame('a', 0, 0), frame('b', 0, 60), frame('c', 110, 60)])).toEqual(['a', 'c']);
  });

  it('may reach over the edge of another frame by a hair', () => {
    expect(shown([frame('a', 0, 0), frame('b', 0, 69)])).toEqual(['a', 'b']);
  });

  it('stand on sections and on frames that lie below their own', () => {
    const section = { ...frame('section', -50, -50, 500, 30), isGround: true };
    const sheet = frame('sheet', -50, -10, 500, 500);
    expect(shown([section, sheet, frame('a', 0, 60)])).toEqual(['section', 'sheet', 'a']);
  });

  it('do not lie over each other', () => {
    expect(shown([frame('a', 0, 0), frame('b', 20, 8)])).toEqual(['a']);
  });

  it('stand in any case where a frame is selected or pointed at, before those that they cover', () => {
    expect(shown([frame('a', 0, 0), frame('b', 20, 8)], ['b'])).toEqual(['b']);
    expect(shown([frame('a', 0, 0), frame('b', 0, 60)], ['b'])).toEqual(['b', 'a']);
  });

  it('are left out where a frame is too narrow, which no other name covers either', () => {
    const narrow = frame('narrow', 0, 0, 9);
    expect(shown([{ ...narrow, name: { ...narrow.name, width: 0 } }, frame('b', 0, 60)])).toEqual([]);
  });

  it('are no more than can be read, however many frames there are', () => {
    const many = Array.from({ length: 4000 }, (_one, place) => frame(String(place), place * 200, 0));
    expect(shown(many)).toHaveLength(150);
  });
});
