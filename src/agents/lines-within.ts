import { tokensOf } from './markup.ts';
import { visibleJson } from './visible-json.ts';

/** As many things as a budget holds, one a line, and a word of what was left out. */
export function linesWithin(things: Iterable<unknown>, most: number, hasMore = false): string {
  const lines: string[] = [];
  let left = most;
  let isCut = hasMore;
  for (const thing of things) {
    const line = visibleJson(thing);
    left -= tokensOf(line);
    if (left < 0) {
      isCut = true;
      break;
    }
    lines.push(line);
  }
  if (isCut) lines.push('There are more: ask more narrowly, or with a larger maxTokens.');
  return lines.join('\n') || 'There are none.';
}
