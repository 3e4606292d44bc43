import { expect, it } from 'vitest';
import { atOnce } from '../document/run-at-once.ts';
import { extendedFile, update } from './changes.suite.ts';
import { localAnswerOf } from './local-answer.suite.ts';
import { printPublication, readPublication } from './publication-text.ts';
import { type Publication, publishedAnswer, publishSteps } from './published-variables.ts';
import { emptyState } from './state.ts';

function published(): Publication {
  const file = extendedFile();
  file.apply({ variables: [update('size', { name: 'two\nlines', description: '"\\\u2028{' })] });
  let ids = 0;
  return atOnce(publishSteps(file.state(), undefined, '2026-01-02T03:04:05Z', () => `9:${++ids}`));
}

const shown = ({ state, marks }: Publication) => [
  localAnswerOf(state),
  atOnce(publishedAnswer({ state, marks })),
];

it('A publication is read back line by line as it was stored', () => {
  const publication = published();
  const text = atOnce(printPublication(publication));
  expect(shown(atOnce(readPublication(text)))).toEqual(shown(publication));
  const { variables, collections } = publication.state;
  const lines = variables.size + collections.size + publication.marks.size;
  expect(text.toString().split('\n')).toHaveLength(lines + 1);
  expect([...readPublication(text)].length).toBeGreaterThanOrEqual(lines);
  const nothing = { state: emptyState, marks: new Map() };
  expect(shown(atOnce(readPublication(atOnce(printPublication(nothing)))))).toEqual(shown(nothing));
});

it('A publication in the older format without lines is read', () => {
  const publication = published();
  const marks = [...publication.marks];
  const answer = localAnswerOf(publication.state);
  for (const meta of [answer, answer.meta])
    expect(shown(atOnce(readPublication(Buffer.from(JSON.stringify({ meta, marks })))))).toEqual(
      shown(publication),
    );
});
