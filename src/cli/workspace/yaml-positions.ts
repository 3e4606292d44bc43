import { type Document, isMap, isNode, isScalar, type LineCounter } from 'yaml';

/** A workspace file as it was written, to find the line of a field again. */
export interface WorkspacePlaces {
  readonly file: string;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/** Names of members and places in lists, from the top. */
export type FieldPath = readonly (string | number)[];

/** `workspace.yaml:12:5:`, the place of a field, or of the nearest thing around it that is there. */
export function positionOf({ file, document, lines }: WorkspacePlaces, path: FieldPath): string {
  for (let length = path.length; length >= 0; length -= 1) {
    const offset = offsetOf(document, path.slice(0, length));
    if (offset !== undefined) {
      const { line, col } = lines.linePos(offset);
      return `${file}:${line}:${col}:`;
    }
  }
  return `${file}:`;
}

/** A member is where its name stands, an entry of a list where it begins. */
function offsetOf(document: Document.Parsed, path: FieldPath): number | undefined {
  const last = path.at(-1);
  if (last === undefined) return isNode(document.contents) ? document.contents.range?.[0] : undefined;
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(last));
    return isNode(pair?.key) ? pair.key.range?.[0] : undefined;
  }
  const node = document.getIn(path, true);
  return isNode(node) ? node.range?.[0] : undefined;
}
