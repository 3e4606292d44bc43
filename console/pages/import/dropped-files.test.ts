import { expect, it } from 'vitest';
import { designName, imageRefOf, sortFiles } from './dropped-files.ts';

const fileOf = (name: string, content = '', type = '') => new File([content], name, { type });

it('What is dropped is told apart: designs, images beside them, and nothing hidden', () => {
  const files = ['a.json', 'b.FIG', 'c.deck', 'ref1.png', 'x.sketch', '.DS_Store'].map((name) =>
    fileOf(name),
  );
  const { designs, images } = sortFiles([...files, fileOf('ref2', '', 'image/webp')]);
  expect(designs.map(({ name }) => name)).toEqual(['a.json', 'b.FIG', 'c.deck', 'x.sketch']);
  expect(images.map(imageRefOf)).toEqual(['ref1', 'ref2']);
});

it.each([
  [fileOf('export.json', '{"name":"Start page","document":{}}'), 'Start page'],
  [fileOf('export.json', '{"name":" two\\nlines "}'), 'two lines'],
  [fileOf('export.json', 'no JSON'), 'export'],
  [fileOf('My app.v2.fig', '{"name":"not read"}'), 'My app.v2'],
])('A design is called as it calls itself, else as its file: %#', async (file, name) => {
  expect(await designName(file)).toBe(name);
});
