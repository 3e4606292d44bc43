import { decodeString, isObjectAt, members, skipSpace, stringEnd } from './json-spans.ts';

const COMMA = 0x2c;
const openBrace = Buffer.from('{');
const closeBrace = Buffer.from('}');
const separator = Buffer.from(',');

/**
 * A piece of plugin data with the entries of the asked plugins only, its comma kept; nothing when no entry
 * is left. Plugin data that is no object can't be told apart by plugin and is given as it is.
 */
export function filterPluginData(piece: Uint8Array, pluginIds: ReadonlySet<string>): Uint8Array | undefined {
  const keyStart = piece[0] === COMMA ? 1 : 0;
  const value = skipSpace(piece, stringEnd(piece, keyStart) + 1);
  if (!isObjectAt(piece, value)) return piece;
  const entries: Uint8Array[] = [];
  for (const { keyStart: start, keyEnd, end } of members(piece, value)) {
    if (!pluginIds.has(decodeString(piece, start, keyEnd))) continue;
    if (entries.length > 0) entries.push(separator);
    entries.push(piece.subarray(start, end));
  }
  if (entries.length === 0) return undefined;
  const parts = [piece.subarray(0, value), openBrace, ...entries, closeBrace];
  return Buffer.concat(keyStart === 1 ? parts : [...parts, separator]);
}
