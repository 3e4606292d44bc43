import { expect, it } from 'vitest';
import { isBroken, openFace, openFaces, setBroken } from './font-face.ts';
import { buildFont } from './test-font.suite.ts';

const bytes = (family: string) => buildFont({ family, advances: { a: 500 } });

it('a font that is opened many times is held once, and another one beside it', () => {
  const opened = Array.from({ length: 180 }, () => openFace(bytes('Same')));
  expect(new Set(opened.map(({ font }) => font.face)).size).toBe(1);
  expect(new Set(opened.map(({ key }) => key)).size).toBe(180);
  const [other] = openFaces(bytes('Other'));
  expect(other?.font.face).not.toBe(opened[0]?.font.face);
  expect([opened[0]?.family, other?.family]).toEqual(['Same', 'Other']);
});

it('a font that failed where it was opened once has not failed where it was opened again', () => {
  const [one, other] = [openFace(bytes('Same')), openFace(bytes('Same'))];
  setBroken(one);
  expect([isBroken(one), isBroken(other)]).toEqual([true, false]);
});
