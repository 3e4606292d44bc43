import { AttributeAction, isTraversal, type Selector, SelectorType } from 'css-what';
import type { NodeTree } from './node-tree.ts';

/**
 * The rows of all nodes that a selector can mean, found by looking for the values that it names in the document's
 * bytes; undefined where each of its parts does not name one.
 */
export function likelyRows(
  selector: readonly (readonly Selector[])[],
  tree: NodeTree,
): readonly number[] | undefined {
  const words = selector.map(neededWord);
  if (words.includes(undefined)) return undefined;
  const tokens = words.map((word) => Buffer.from(word!));
  // In JSON each character may also be written as an escape.
  return tree.rowsWith([...tokens, Buffer.from('\\u')]);
}

/** A word that stands in whatever the last part means: of the values that attributes must be equal to the longest. */
function neededWord(parts: readonly Selector[]): string | undefined {
  const last = parts.slice(parts.findLastIndex((part) => isTraversal(part)) + 1);
  const words = last.flatMap((part) => {
    if (part.type !== SelectorType.Attribute || part.ignoreCase === true) return [];
    const isEqual = part.action === AttributeAction.Equals || part.action === AttributeAction.Element;
    return isEqual && part.name !== 'type' ? part.value.split(' ') : [];
  });
  return words.filter(isSpelledOneWay).toSorted((one, other) => other.length - one.length)[0];
}

/** Written by all alike, and no default of any property: numbers and words in capitals may be. */
const isSpelledOneWay = (word: string): boolean =>
  /^[\w :;.,-]{3,}$/.test(word) &&
  /[a-z]|:/.test(word) &&
  !['true', 'false', 'null'].includes(word) &&
  Number.isNaN(Number(word));
