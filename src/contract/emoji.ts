import { emojiAliases, emojiSkins } from './generated/emoji.ts';

/**
 * The one shortcode of an emoji, `:heart:` or `:+1::skin-tone-2:`, that is given as a shortcode, by another
 * name or as the emoji itself; undefined for what is none up to version 14.0.
 *
 * @see RXN-06, RXN-07, F40
 */
export function emojiShortcode(given: string): string | undefined {
  const [, name, tone] = /^:([^:]{1,100}):(?::skin-tone-([2-6]):)?$/.exec(given) ?? [];
  if (name === undefined) return byCharacters().get(bare(given));
  const known = own(emojiAliases, name) ?? name;
  const skins = own(emojiSkins, known)?.split(' ') ?? [];
  const skin = tone === undefined ? 0 : Number(tone) - 1;
  return skin < skins.length ? shortcode(known, skin) : undefined;
}

const own = (map: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;

const shortcode = (name: string, skin: number): string =>
  skin === 0 ? `:${name}:` : `:${name}::skin-tone-${skin + 1}:`;

let characters: ReadonlyMap<string, string> | undefined;

function byCharacters(): ReadonlyMap<string, string> {
  characters ??= new Map(
    Object.entries(emojiSkins).flatMap(([name, skins]) =>
      skins.split(' ').map((emoji, skin): [string, string] => [bare(emoji), shortcode(name, skin)]),
    ),
  );
  return characters;
}

/** Without the selectors that ask for a coloured picture: keyboards leave them out or put them in. */
const bare = (emoji: string): string => emoji.replaceAll('\ufe0f', '');
