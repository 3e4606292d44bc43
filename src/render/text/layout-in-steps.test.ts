import { expect, it } from 'vitest';
import { layoutText, measureText } from './layout.ts';
import { openFontRegistry } from './open-font-registry.ts';
import type { TextBox } from './text-box.ts';

const fonts = openFontRegistry([]);
const style = { fontFamily: 'Inter', fontSize: 12, textAutoResize: 'WIDTH_AND_HEIGHT' } as const;
const sizes = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [at + 1, { fontSize: at + 10 }]));

const texts: [what: string, mostAtOnce: number, box: TextBox][] = [
  ['one word', 1100, { characters: 'x'.repeat(20_000), style }],
  ['many words', 200, { characters: 'Hello to all of you. '.repeat(1000), style }],
  [
    'a list of empty items',
    1,
    { characters: '\n'.repeat(3000), style, lineTypes: Array.from({ length: 3001 }, () => 'ORDERED') },
  ],
  [
    'a style for each character',
    1,
    {
      characters: 'a'.repeat(3000),
      style,
      styleOverrideTable: sizes,
      characterStyleOverrides: Array.from({ length: 3000 }, (_, at) => 1 + (at % 90)),
    },
  ],
];

it.each(texts)('measuring %s lets others to work after each piece, and comes to what is drawn', (...row) => {
  const [, mostAtOnce, box] = row;
  const measuring = measureText(box, fonts);
  let steps = 0;
  let step = measuring.next();
  for (; !step.done; step = measuring.next()) steps++;
  const { width, height } = layoutText(box, fonts);
  expect(step.value).toMatchObject({ width, height });
  expect(steps).toBeGreaterThanOrEqual(box.characters.length / mostAtOnce);
});

it('measuring a text of many lines cuts no more than two of them at a time', () => {
  let cut = 0;
  const lineTypes = new Proxy<'NONE'[]>([], {
    get: (_types, key) => (/^\d+$/.test(String(key)) ? void cut++ : 0),
  });
  const measuring = measureText({ characters: '\n'.repeat(3000), style, lineTypes }, fonts);
  let most = 0;
  for (let [before, isDone] = [0, false]; !isDone; before = cut) {
    isDone = measuring.next().done === true;
    most = Math.max(most, cut - before);
  }
  expect(cut).toBe(3001);
  expect(most).toBeLessThanOrEqual(2);
});
