/** Scripts that are told apart, by their ISO 15924 code and Unicode's name. */
const names: Readonly<Record<string, string>> = {
  Latn: 'Latin',
  Grek: 'Greek',
  Cyrl: 'Cyrillic',
  Hebr: 'Hebrew',
  Arab: 'Arabic',
  Deva: 'Devanagari',
  Hani: 'Han',
  Hira: 'Hiragana',
  Kana: 'Katakana',
  Hang: 'Hangul',
  Thai: 'Thai',
  Beng: 'Bengali',
  Taml: 'Tamil',
  Telu: 'Telugu',
  Gujr: 'Gujarati',
  Guru: 'Gurmukhi',
  Knda: 'Kannada',
  Mlym: 'Malayalam',
  Orya: 'Oriya',
  Sinh: 'Sinhala',
  Laoo: 'Lao',
  Tibt: 'Tibetan',
  Mymr: 'Myanmar',
  Khmr: 'Khmer',
  Mong: 'Mongolian',
  Geor: 'Georgian',
  Armn: 'Armenian',
  Ethi: 'Ethiopic',
  Cher: 'Cherokee',
  Cans: 'Canadian_Aboriginal',
  Syrc: 'Syriac',
  Thaa: 'Thaana',
  Nkoo: 'Nko',
  Bopo: 'Bopomofo',
  Yiii: 'Yi',
  Java: 'Javanese',
  Bali: 'Balinese',
  Tfng: 'Tifinagh',
  Adlm: 'Adlam',
};

const patterns = Object.entries(names).map(
  ([code, name]) => [code, new RegExp(`\\p{Script=${name}}`, 'u')] as const,
);
const neutral = /[\p{Script=Common}\p{Script=Inherited}]/u;
const known = new Map<number, string>();

/** The script of a character: `Zyyy` for what belongs to any, `Zzzz` for what none of ours is. */
export function scriptOf(codePoint: number): string {
  const script = known.get(codePoint) ?? lookUp(String.fromCodePoint(codePoint));
  known.set(codePoint, script);
  return script;
}

function lookUp(character: string): string {
  if (neutral.test(character)) return 'Zyyy';
  return patterns.find(([, pattern]) => pattern.test(character))?.[0] ?? 'Zzzz';
}

const attached = /[\p{M}\p{Emoji_Modifier}\p{Default_Ignorable_Code_Point}\p{Cc}\u2028]/u;

/** Whether a character takes the font of the one before it: marks, joiners, selectors, controls. */
export const isAttached = (codePoint: number): boolean =>
  codePoint < 0x20 || (codePoint >= 0x7f && attached.test(String.fromCodePoint(codePoint)));
