/**
 * What would end a text, hide in it or turn its direction; tags, which spell words that nobody sees, too. Joiners are
 * none of these: scripts and emoji need them.
 */
export const unfit =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** A text of a design as it stands in markup: it can't end what it stands in. */
export const escaped = (text: string): string =>
  text.replaceAll(unfit, '\ufffd').replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign);

/** Attributes in the order given; those without a value are left out. */
export function attributes(named: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(named)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${quoted(String(value).replaceAll('\n', ' '))}`)
    .join('');
}

/** In the kind of quotes that leaves more of it as it is. */
const quoted = (text: string): string =>
  text.includes('"') ? `'${escaped(text).replaceAll("'", '&#39;')}'` : `"${escaped(text)}"`;

/** About as many tokens as a model makes of a text. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);
