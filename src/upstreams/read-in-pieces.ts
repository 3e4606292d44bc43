import { runYielding } from '../content/yielding.ts';
import { exactNodeId, idOfNothing, type NodeId, type VersionId } from '../contract/branded-ids.ts';
import { DocumentRefused } from '../document/document-refused.ts';
import { checkJson } from '../document/json-check.ts';
import {
  decodeString,
  isListAt,
  isObjectAt,
  members,
  type Span,
  skipSpace,
  valueEnd,
} from '../document/json-spans.ts';
import { UpstreamFailed } from './upstream-failed.ts';
import { type UpstreamLine, usualPatienceMs } from './upstream-line.ts';

/** As deep as designs may be: a server that goes on with children of children is not asked for ever. */
const mostLevels = 256;
/** Nodes that are asked for in one call. */
const mostIds = 32;
const nodesQuery = 'geometry=paths&plugin_data=shared';
const mapNames = ['components', 'componentSets', 'styles'] as const;
type MapName = (typeof mapNames)[number];
/** Entries by key, each as its text. */
type Maps = Record<MapName, Map<string, Buffer>>;

/**
 * The same text as the whole answer, put together from parts: the pages first, then nodes by id; a batch that is too
 * large is halved, down to single nodes, then to their children.
 *
 * @param mostBytes of all parts together
 * @throws UpstreamFailed
 */
export async function readInPieces(
  line: UpstreamLine,
  path: string,
  { version, mostBytes }: { readonly version?: VersionId | undefined; readonly mostBytes: number },
): Promise<Uint8Array> {
  const query = version === undefined ? nodesQuery : `${nodesQuery}&version=${version}`;
  const room: Room = { mostBytes, usedBytes: 0 };
  const shallow = await textOfAnswer({ line, room }, `${path}?depth=1&branch_data=true&${query}`);
  const file = propertiesOf(shallow, skipSpace(shallow, 0));
  const document = file.get('document');
  if (document === undefined || !isObjectAt(shallow, document.start)) throw unfit();
  const maps: Maps = { components: new Map(), componentSets: new Map(), styles: new Map() };
  const whole = await withChildren({ line, path, query, maps, room }, shallow, document);
  const pieces: Record<string, Buffer> = { document: whole };
  for (const name of mapNames) pieces[name] = textOfMap(maps[name]);
  const texts = [...new Set([...file.keys(), ...mapNames])].map((name) => {
    const span = file.get(name);
    const text = pieces[name] ?? (span && shallow.subarray(span.start, span.end)) ?? Buffer.from('{}');
    return Buffer.concat([Buffer.from(`${JSON.stringify(name)}:`), text]);
  });
  return Buffer.concat([Buffer.from('{'), ...joined(texts), Buffer.from('}')]);
}

/** What answers have come to together: they are held until the document is whole. */
interface Room {
  readonly mostBytes: number;
  usedBytes: number;
}

interface Piecing {
  readonly room: Room;
  readonly line: UpstreamLine;
  readonly path: string;
  readonly query: string;
  readonly maps: Maps;
}

/** A node whose children are known by their ids, with all of them whole. */
async function withChildren(
  piecing: Piecing,
  text: Buffer,
  { start, end }: Span,
  level = 0,
): Promise<Buffer> {
  const children = propertiesOf(text, start).get('children');
  if (children === undefined) return text.subarray(start, end);
  if (!isListAt(text, children.start) || level === mostLevels) throw unfit();
  const ids = await runYielding(idsIn(text, children));
  const nodes = await wholeNodes(piecing, ids, level + 1);
  const list = ids.map((id) => nodes.get(id) ?? Buffer.from('null'));
  return Buffer.concat([
    text.subarray(start, children.start),
    ...[Buffer.from('['), ...joined(list), Buffer.from(']')],
    text.subarray(children.end, end),
  ]);
}

async function wholeNodes(
  piecing: Piecing,
  ids: readonly NodeId[],
  level: number,
): Promise<Map<NodeId, Buffer>> {
  const found = new Map<NodeId, Buffer>();
  for (let from = 0; from < ids.length; from += mostIds)
    for (const [id, node] of await batchOf(piecing, ids.slice(from, from + mostIds), level))
      found.set(id, node);
  return found;
}

async function batchOf(
  piecing: Piecing,
  ids: readonly NodeId[],
  level: number,
): Promise<Map<NodeId, Buffer>> {
  try {
    return await nodesAt(piecing, ids);
  } catch (error) {
    const isBroken = error instanceof UpstreamFailed && ['too large', 'unavailable'].includes(error.kind);
    if (!isBroken) throw error;
    const [only] = ids;
    if (ids.length > 1) {
      const half = Math.ceil(ids.length / 2);
      const first = await batchOf(piecing, ids.slice(0, half), level);
      return new Map([...first, ...(await batchOf(piecing, ids.slice(half), level))]);
    }
    const shallow = (await nodesAt(piecing, ids, '&depth=1')).get(only ?? idOfNothing);
    if (only === undefined || shallow === undefined) throw error;
    const whole = await withChildren(piecing, shallow, { start: 0, end: shallow.length }, level);
    return new Map([[only, whole]]);
  }
}

async function nodesAt(
  { line, room, path, query, maps }: Piecing,
  ids: readonly NodeId[],
  more = '',
): Promise<Map<NodeId, Buffer>> {
  const asked = ids.map(encodeURIComponent).join(',');
  const text = await textOfAnswer({ line, room }, `${path}/nodes?ids=${asked}&${query}${more}`);
  const nodes = propertiesOf(text, skipSpace(text, 0)).get('nodes');
  if (nodes === undefined || !isObjectAt(text, nodes.start)) throw unfit();
  const found = new Map<NodeId, Buffer>();
  for (const [id, { start }] of propertiesOf(text, nodes.start)) {
    if (!isObjectAt(text, start))
      throw new UpstreamFailed('unfit', `The upstream has no node ${id} any more.`);
    const entry = propertiesOf(text, start);
    const document = entry.get('document');
    if (document === undefined) throw unfit();
    found.set(exactNodeId(id), text.subarray(document.start, document.end));
    for (const name of mapNames) takeMap(maps[name], text, entry.get(name));
  }
  return found;
}

function takeMap(map: Map<string, Buffer>, text: Buffer, span: Span | undefined): void {
  if (span === undefined || !isObjectAt(text, span.start)) return;
  for (const [key, { start, end }] of propertiesOf(text, span.start))
    if (!map.has(key)) map.set(key, text.subarray(start, end));
}

function textOfMap(map: ReadonlyMap<string, Buffer>): Buffer {
  const texts = [...map].map(([key, text]) => Buffer.concat([Buffer.from(`${JSON.stringify(key)}:`), text]));
  return Buffer.concat([Buffer.from('{'), ...joined(texts), Buffer.from('}')]);
}

const joined = (texts: readonly Buffer[]): Buffer[] =>
  texts.flatMap((text, index) => (index === 0 ? [text] : [Buffer.from(','), text]));

async function textOfAnswer({ line, room }: Pick<Piecing, 'line' | 'room'>, path: string): Promise<Buffer> {
  const bytes = await line.bytes(path, 'tier1', usualPatienceMs);
  room.usedBytes += bytes.length;
  if (room.usedBytes > room.mostBytes)
    throw new UpstreamFailed(
      'unfit',
      `The parts of the design are larger than ${room.mostBytes.toLocaleString('en')} bytes together, the limit set by VITRINE_IMPORT_MAX_BYTES.`,
    );
  try {
    const text = checkJson(bytes);
    const start = skipSpace(text, 0);
    if (!isObjectAt(text, start)) throw unfit();
    return Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  } catch (error) {
    throw error instanceof DocumentRefused ? unfit() : error;
  }
}

function propertiesOf(text: Uint8Array, at: number): Map<string, Span> {
  const found = new Map<string, Span>();
  for (const { keyStart, keyEnd, start, end } of members(text, at))
    found.set(decodeString(text, keyStart, keyEnd), { start, end });
  return found;
}

/** The ids of a list's nodes, of which there may be hundreds of thousands. */
function* idsIn(text: Uint8Array, { start, end }: Span): Generator<void, NodeId[]> {
  const ids: NodeId[] = [];
  let at = skipSpace(text, start + 1);
  while (at < end - 1) {
    ids.push(idAt(text, at));
    at = skipSpace(text, valueEnd(text, at));
    if (text[at] === 0x2c) at = skipSpace(text, at + 1);
    yield;
  }
  return ids;
}

function idAt(text: Uint8Array, at: number): NodeId {
  const id = isObjectAt(text, at) ? propertiesOf(text, at).get('id') : undefined;
  if (id === undefined) throw unfit();
  return exactNodeId(decodeString(text, id.start, id.end));
}

const unfit = (): UpstreamFailed =>
  new UpstreamFailed('unfit', 'The upstream answered with something that is no design.');
