import { decodeString } from './json-spans.ts';
import { tokenIs } from './node-keys.ts';

/** The 28 types that the contract knows. @see C6 */
export const nodeTypes: ReadonlySet<string> = new Set([
  'DOCUMENT',
  'CANVAS',
  'BOOLEAN_OPERATION',
  'COMPONENT',
  'COMPONENT_SET',
  'CONNECTOR',
  'ELLIPSE',
  'EMBED',
  'FRAME',
  'GROUP',
  'INSTANCE',
  'LINE',
  'LINK_UNFURL',
  'RECTANGLE',
  'REGULAR_POLYGON',
  'SECTION',
  'SHAPE_WITH_TEXT',
  'SLICE',
  'STAR',
  'STICKY',
  'TABLE',
  'TABLE_CELL',
  'TEXT',
  'TEXT_PATH',
  'TRANSFORM_GROUP',
  'VECTOR',
  'WASHI_TAPE',
  'WIDGET',
]);

/** The types with their tokens, by the length of these. */
const byLength: { readonly type: string; readonly token: Uint8Array }[][] = Array.from(
  { length: 32 },
  () => [],
);
for (const type of nodeTypes) byLength[type.length + 2]!.push({ type, token: Buffer.from(`"${type}"`) });

/** The type whose token is [start, end). */
export function typeAt(text: Uint8Array, start: number, end: number): string {
  if (end - start < byLength.length)
    for (const { type, token } of byLength[end - start]!) if (tokenIs(text, start, token)) return type;
  return decodeString(text, start, end);
}
