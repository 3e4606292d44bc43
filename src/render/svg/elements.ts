import type { BlendMode } from '../scene/scene.ts';
import { blendStyle } from './blend-modes.ts';
import type { Painted } from './paints.ts';
import type { Figure } from './shape-elements.ts';
import { type Attribute, printElement } from './xml.ts';

/** One drawn element, not yet printed: what encloses it may put its own attributes into it. */
export interface Element {
  readonly lead: string;
  readonly tag: string;
  readonly attributes: readonly Attribute[];
  readonly blendMode: BlendMode;
}

/** A line of the file that is printed already, or an element. */
export type Part = string | Element;

/** A figure with its paint; its other attributes stand at the end. */
export const paintedElement = (
  { tag, attributes }: Figure,
  { lead, attributes: paint, blendMode }: Painted,
  more: readonly Attribute[] = [],
): Element => ({ lead, tag, attributes: [...attributes, ...paint, ...more], blendMode });

/** Prints an element with its blend mode. One that only describes its paint can't blend: then its whole line does. */
export function printPart(part: Part, head: readonly Attribute[] = [], style?: string): string {
  if (typeof part === 'string') return part;
  const blend = style ?? blendStyle(part.blendMode);
  if (part.lead === '' || blend === undefined)
    return part.lead + printElement(part.tag, [...head, ...part.attributes, ['style', blend]]);
  return `<g style="${blend}">${part.lead}${printElement(part.tag, [...head, ...part.attributes])}</g>`;
}
