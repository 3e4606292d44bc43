import { expect, it } from 'vitest';
import { exactNodeId } from '../contract/branded-ids.ts';
import { readRestSource } from '../import/rest/read-rest-source.ts';
import { memorySource } from './byte-source.ts';
import { compileSnapshot } from './compile-snapshot.ts';
import { openSnapshot } from './open-snapshot.ts';
import { atOnce } from './run-at-once.ts';

const frameCount = 2_000;
const head = (number: number) =>
  `{"id":"1:${number}","type":"FRAME","pluginData":{"7":{"a":"b"}},"children":[`;
const ids = Array.from({ length: frameCount }, (_, number) => `1:${number}`);

/** Frames with plugin data, each inside of the one before, or all beside each other. */
function frames(isNested: boolean) {
  const written = ids.map((_, number) => head(number));
  const children = isNested
    ? written.join('') + ']}'.repeat(frameCount)
    : written.map((frame) => `${frame}]}`).join(',');
  const json = `{"document":{"id":"0:0","type":"DOCUMENT","children":[${children}]}}`;
  return openSnapshot(memorySource(Buffer.concat(compileSnapshot(readRestSource(Buffer.from(json))).chunks)));
}

function countSteps<T>(steps: Generator<T, unknown>): T[] {
  const seen: T[] = [];
  for (let step = steps.next(); !step.done; step = steps.next()) seen.push(step.value);
  return seen;
}

it('Nodes inside of one another are counted in steps that say how many there are so far', () => {
  const counts = countSteps(frames(true).nodesInSteps(ids.map(exactNodeId), {}));
  expect(counts.length).toBeGreaterThanOrEqual(frameCount);
  expect(counts.slice(0, 3)).toEqual([0, frameCount, 2 * frameCount - 1]);
  const all = (frameCount * (frameCount + 1)) / 2;
  expect(atOnce(frames(true).nodesInSteps(ids.map(exactNodeId), {})).nodeCount).toBe(all);
});

it.each([[['7']], [['8']], [['shared']]])(
  'Plugin data of %s are counted and copied in small steps',
  (pluginData) => {
    const snapshot = frames(false);
    expect(countSteps(snapshot.fileInSteps({ pluginData })).length).toBeGreaterThan(frameCount / 100);
    const pieces = [...snapshot.file({ pluginData }).pieces()];
    expect(pieces.filter(({ length }) => length === 0).length).toBeGreaterThan(frameCount / 100);
  },
);

it('Many ids are looked for in small steps', () => {
  expect(countSteps(frames(false).fileInSteps({ ids })).length).toBeGreaterThanOrEqual(frameCount);
});

it('Pages, and what lies around a listed node, are looked through in small steps', () => {
  expect(countSteps(frames(false).fileInSteps({ ids: ['1:0'] })).length).toBeGreaterThan(frameCount);
  const innermost = ids.slice(-1);
  expect(countSteps(frames(true).fileInSteps({ ids: innermost })).length).toBeGreaterThan(frameCount);
});
