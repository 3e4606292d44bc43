import type { ComparedSet } from './cases.ts';
import { booleans } from './sets/booleans.ts';
import { deckText } from './sets/deck-text.ts';
import { editorFiles } from './sets/editor-files.ts';
import { screens, vectorFrame, vincegx } from './sets/png-pairs.ts';
import { radixPng, radixSvg } from './sets/radix-icons.ts';
import { scaledImages } from './sets/scaled-images.ts';
import { exportedSvgs, oldSvgs } from './sets/svg-pairs.ts';

/** All sets, in the order of the summary. */
export const comparedSets: readonly ComparedSet[] = [
  radixSvg,
  radixPng,
  vectorFrame,
  exportedSvgs,
  screens,
  vincegx,
  deckText,
  editorFiles,
  booleans,
  scaledImages,
  oldSvgs,
];

/** @throws Error where there is none of the name */
export function setNamed(name: string): ComparedSet {
  const found = comparedSets.find((set) => set.name === name);
  if (found === undefined)
    throw new Error(
      `There is no set "${name}". There are: ${comparedSets.map(({ name }) => name).join(', ')}.`,
    );
  return found;
}
