const simplified = 'Noto Sans SC';
const traditional = 'Noto Sans TC';
const japanese = 'Noto Sans JP';
const korean = 'Noto Sans KR';

const chinese = [simplified, traditional, japanese, korean];
const taiwanese = [traditional, simplified, japanese, korean];
const kana = [japanese, simplified, traditional, korean];
const hangul = [korean, simplified, traditional, japanese];

/** Families whose characters have colours; what is no emoji comes from them last. */
export const emojiFamilies = ['Apple Color Emoji', 'Noto Color Emoji', 'Segoe UI Emoji'];

/** Families to try first for the characters of a script; of Han, for each way of drawing it. */
export const scriptFamilies: Readonly<Record<string, readonly string[]>> = {
  Latn: ['Noto Sans'],
  Grek: ['Noto Sans'],
  Cyrl: ['Noto Sans'],
  Arab: ['Noto Sans Arabic'],
  Hebr: ['Noto Sans Hebrew'],
  Deva: ['Noto Sans Devanagari'],
  Hani: chinese,
  Hans: chinese,
  Hant: taiwanese,
  Bopo: taiwanese,
  Jpan: kana,
  Hira: kana,
  Kana: kana,
  Kore: hangul,
  Hang: hangul,
  Zsye: emojiFamilies,
};

const signs: readonly [variety: string, letters: RegExp, font: RegExp][] = [
  [
    'Jpan',
    /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    /\bJP\b|hiragino (?!sans (gb|cns))|meiryo|yu (gothic|mincho)/i,
  ],
  ['Kore', /\p{Script=Hangul}/u, /\bKR\b|malgun|apple sd/i],
  ['Hant', /\p{Script=Bopomofo}/u, /\b(TC|HK|TW)\b|jhenghei|hiragino sans cns/i],
];

/** How a text means its Han characters to be drawn: as its other letters say, else the name of its font. */
export function hanVarieties(text: string): (family?: string) => string {
  let byLetters: string | undefined;
  return (family = '') => {
    byLetters ??= signs.find(([, letters]) => letters.test(text))?.[0] ?? '';
    return byLetters || (signs.find(([, , font]) => font.test(family))?.[0] ?? 'Hans');
  };
}
