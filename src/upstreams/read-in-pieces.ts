import { runYielding } from '../content/yielding.ts';
import { exactNodeId, idOfNothing, type NodeId, type VersionId } from '../contract/branded-ids.ts';
import { DocumentRefused } from '../document/document-refused.ts';
import { joinedInSteps } from '../document/joined-in-steps.ts';
import { checkJsonInSteps } from '../document/json-check-in-steps.ts';
import { JsonRefused } from '../document/json-in-steps.ts';
import { decodeString, isListAt, isObjectAt, type Span, skipSpace } from '../document/json-spans.ts';
import { propertiesInSteps, valueEndInSteps } from '../document/json-spans-in-steps.ts';
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
  const file = await inSteps(propertiesInSteps(shallow, skipSpace(shallow, 0)));
  const document = file.get('document');
  if (document === undefined || !isObjectAt(shallow, document.start)) throw unfit();
  const maps: Maps = { components: new Map(), componentSets: new Map(), styles: new Map() };
  const whole = await withChildren({ line, path, query, maps, room }, shallow, document);
  const texts = new Map<string, Iterable<Buffer>>();
  for (const [name, { start, end }] of file) texts.set(name, [shallow.subarray(start, end)]);
  texts.set('document', [whole]);
  for (const name of mapNames)
    texts.set(
      name,
      mapOf(maps[name], (text) => [text]),
    );
  return inSteps(joinedInSteps(mapOf(texts, (text) => text)));
}

const [comma, opened, closed] = [',', '[', ']'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

/** Reads or writes text of an upstream, and lets others to work in between. @throws UpstreamFailed */
async function inSteps<T>(steps: Generator<unknown, T>): Promise<T> {
  try {
    return await runYielding(steps);
  } catch (error) {
    throw error instanceof DocumentRefused || error instanceof JsonRefused ? unfit() : error;
  }
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
  const children = (await inSteps(propertiesInSteps(text, start))).get('children');
  if (children === undefined) return text.subarray(start, end);
  if (!isListAt(text, children.start) || level === mostLevels) throw unfit();
  const ids = await inSteps(idsIn(text, children));
  const nodes = await wholeNodes(piecing, ids, level + 1);
  const [before, after] = [text.subarray(start, children.start), text.subarray(children.end, end)];
  return inSteps(joinedInSteps(around(before, listOf(ids, nodes), after)));
}

function* around(before: Buffer, between: Iterable<Buffer>, after: Buffer): Generator<Buffer> {
  yield before;
  yield* between;
  yield after;
}

function* listOf(ids: readonly NodeId[], nodes: ReadonlyMap<NodeId, Buffer>): Generator<Buffer> {
  let before = opened;
  for (const id of ids) {
    yield before;
    yield nodes.get(id) ?? Buffer.from('null');
    before = comma;
  }
  if (ids.length === 0) yield opened;
  yield closed;
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
  return inSteps(nodesIn(text, maps));
}

function* nodesIn(text: Buffer, maps: Maps): Generator<void, Map<NodeId, Buffer>> {
  const nodes = (yield* propertiesInSteps(text, skipSpace(text, 0))).get('nodes');
  if (nodes === undefined || !isObjectAt(text, nodes.start)) throw unfit();
  const found = new Map<NodeId, Buffer>();
  for (const [id, { start }] of yield* propertiesInSteps(text, nodes.start)) {
    if (!isObjectAt(text, start))
      throw new UpstreamFailed('unfit', `The upstream has no node ${id} any more.`);
    const entry = yield* propertiesInSteps(text, start);
    const document = entry.get('document');
    if (document === undefined) throw unfit();
    found.set(exactNodeId(id), text.subarray(document.start, document.end));
    for (const name of mapNames) yield* takeMap(maps[name], text, entry.get(name));
  }
  return found;
}

function* takeMap(map: Map<string, Buffer>, text: Buffer, span: Span | undefined): Generator<void> {
  if (span === undefined || !isObjectAt(text, span.start)) return;
  for (const [key, { start, end }] of yield* propertiesInSteps(text, span.start)) {
    if (!map.has(key)) map.set(key, text.subarray(start, end));
    yield;
  }
}

/** The text of an object, in pieces. */
function* mapOf<T>(
  entries: Iterable<[string, T]>,
  piecesOf: (value: T) => Iterable<Buffer>,
): Generator<Buffer> {
  let before = '{';
  for (const [key, value] of entries) {
    yield Buffer.from(`${before}${JSON.stringify(key)}:`);
    yield* piecesOf(value);
    before = ',';
  }
  yield Buffer.from(before === '{' ? '{}' : '}');
}

async function textOfAnswer({ line, room }: Pick<Piecing, 'line' | 'room'>, path: string): Promise<Buffer> {
  const bytes = await line.bytes(path, 'tier1', usualPatienceMs);
  room.usedBytes += bytes.length;
  if (room.usedBytes > room.mostBytes)
    throw new UpstreamFailed(
      'unfit',
      `The parts of the design are larger than ${room.mostBytes.toLocaleString('en')} bytes together, the limit set by VITRINE_IMPORT_MAX_BYTES.`,
    );
  const text = await inSteps(checkJsonInSteps(bytes));
  if (!isObjectAt(text, skipSpace(text, 0))) throw unfit();
  return Buffer.from(text.buffer, text.byteOffset, text.byteLength);
}

/** The ids of a list's nodes, of which there may be hundreds of thousands. */
function* idsIn(text: Uint8Array, { start, end }: Span): Generator<void, NodeId[]> {
  const ids: NodeId[] = [];
  let at = skipSpace(text, start + 1);
  while (at < end - 1) {
    ids.push(yield* idAt(text, at));
    at = skipSpace(text, yield* valueEndInSteps(text, at));
    if (text[at] === 0x2c) at = skipSpace(text, at + 1);
    yield;
  }
  return ids;
}

function* idAt(text: Uint8Array, at: number): Generator<void, NodeId> {
  const id = isObjectAt(text, at) ? (yield* propertiesInSteps(text, at)).get('id') : undefined;
  if (id === undefined) throw unfit();
  return exactNodeId(decodeString(text, id.start, id.end));
}

const unfit = (): UpstreamFailed =>
  new UpstreamFailed('unfit', 'The upstream answered with something that is no design.');
