import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface EmojiSet {
  emojis: Record<string, { skins: { native: string }[] }>;
  aliases: Record<string, string>;
}

/**
 * The text of a module with the emoji that reactions take: those up to version 14.0, by shortcode.
 * @see A2, B47
 */
export function emojiText(): string {
  const file = createRequire(import.meta.url).resolve('@emoji-mart/data/sets/14/native.json');
  const { emojis, aliases } = JSON.parse(readFileSync(file, 'utf8')) as EmojiSet;
  const skins = Object.entries(emojis).map(([name, emoji]) => [
    name,
    emoji.skins.map(({ native }) => native).join(' '),
  ]);
  return [
    '// Generated from the package @emoji-mart/data by `npm run generate`.',
    '',
    '/** Shortcode → the emoji, and where it has them its five skin tones after it. */',
    constant('emojiSkins', Object.fromEntries(skins)),
    '/** Other name → shortcode. */',
    constant('emojiAliases', aliases),
  ].join('\n');
}

const constant = (name: string, map: Record<string, string>): string =>
  `export const ${name}: Readonly<Record<string, string>> = ${JSON.stringify(map, undefined, 1)};\n`;
