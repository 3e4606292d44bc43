import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unpackFont } from '../render/text/font-bytes.ts';
import { openFace } from '../render/text/font-face.ts';

const style = 'console/style';
const address = /url\("([^"]+)"\)/.exec(readFileSync(join(style, 'inter.css'), 'utf8'))?.[1];

/** Faces of people who react, which every system draws in colours of its own. */
const isEmoji = (character: string): boolean => /\p{Extended_Pictographic}|\u{fe0f}/u.test(character);
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '');
const isText = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.ts$/.test(path);

it('Every character that the console says of itself is in the font that ships with it', async () => {
  const face = openFace(await unpackFont(readFileSync(join(style, String(address)))));
  const missing = readdirSync('console', { recursive: true, encoding: 'utf8' })
    .filter(isText)
    .flatMap((path) =>
      [...new Set(withoutComments(readFileSync(join('console', path), 'utf8')).replaceAll('\n', ' '))]
        .filter((character) => !isEmoji(character) && !face.has(character.codePointAt(0) ?? 0))
        .map((character) => `${path}: ${character}`),
    );
  expect(missing).toEqual([]);
});
