import { formatNumber } from '../geometry/print-path.ts';

/** A name and its value; undefined leaves the attribute out. */
export type Attribute = readonly [name: string, value: string | number | undefined];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** What no XML document may hold, not even escaped: most control characters, halves of pairs, non-characters. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Writes any text so that it is a text in XML, within an element or an attribute. */
export const escapeXml = (text: string): string =>
  text.replace(forbidden, '').replace(/[&<>"'\t\n\r]/g, (character) => entities[character]!);

/** The same in ASCII alone, as the original writes the characters of a text. */
export const escapeText = (text: string): string =>
  escapeXml(text).replace(
    /[^\0-\x7f]/gu,
    (character) => `&#x${character.codePointAt(0)!.toString(16).toUpperCase()};`,
  );

/** Prints attributes in their order, numbers with six digits. Texts are taken as they are: escaped already. */
export function printAttributes(attributes: readonly Attribute[]): string {
  let text = '';
  for (const [name, value] of attributes) {
    if (value !== undefined) text += ` ${name}="${typeof value === 'number' ? formatNumber(value) : value}"`;
  }
  return text;
}

/** The same without what is zero, as coordinates of plain forms are written. */
export const nonZero = (attributes: readonly Attribute[]): Attribute[] =>
  attributes.filter(([, value]) => typeof value !== 'number' || formatNumber(value) !== '0');

export const printElement = (tag: string, attributes: readonly Attribute[]): string =>
  `<${tag}${printAttributes(attributes)}/>`;

/** An element with others inside, a line for each. */
export const printGroup = (
  tag: string,
  attributes: readonly Attribute[],
  lines: readonly string[],
): string[] => [`<${tag}${printAttributes(attributes)}>`, ...lines, `</${tag}>`];
