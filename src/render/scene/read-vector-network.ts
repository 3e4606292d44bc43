import type { VectorNetwork } from '../geometry/vector-network.ts';
import {
  type Json,
  listOf,
  numberOf,
  type PointJson,
  pointOf,
  recordOf,
  recordsOf,
  stringOf,
} from './json-values.ts';

type Draft<List> = List extends readonly (infer Item)[] ? Item[] : never;

/** Whoever walks a network remembers each of its parts; no real drawing has more than this many. */
const mostParts = 100_000;

/** Every item as it is to be, or undefined where one is not. */
function readAll<Item>(value: Json, read: (item: Json) => Item | undefined): Item[] | undefined {
  const items = listOf(value);
  if (items.length > mostParts) return undefined;
  const all = items.map(read).filter((item) => item !== undefined);
  return all.length === items.length ? all : undefined;
}

/** Files put a vertex's place under `position`, plugins on the vertex itself. */
function readVertex(value: Json): { position: PointJson; meta: number } | undefined {
  const record = recordOf(value);
  const position = pointOf(record?.position) ?? pointOf(record);
  return position && { position, meta: numberOf(record?.meta) ?? 0 };
}

function readSegment(value: Json): VectorNetwork['segments'][number] | undefined {
  const { start, end, startTangent, endTangent } = recordOf(value) ?? {};
  const [from, to] = [numberOf(start), numberOf(end)];
  if (from === undefined || to === undefined) return undefined;
  const [out, into] = [pointOf(startTangent), pointOf(endTangent)];
  return { start: from, end: to, ...(out && { startTangent: out }), ...(into && { endTangent: into }) };
}

function readRegions(value: Json): Draft<NonNullable<VectorNetwork['regions']>> {
  return recordsOf(value).map(({ loops, windingRule }) => ({
    loops: listOf(loops).map((loop) => readAll(loop, numberOf) ?? []),
    windingRule: stringOf(windingRule) ?? 'NONZERO',
  }));
}

/** Reads a `vectorNetwork`; undefined where it has no lines or is not whole. */
export function readNetwork(value: Json): VectorNetwork | undefined {
  const record = recordOf(value);
  const vertices = readAll(record?.vertices, readVertex);
  const segments = readAll(record?.segments, readSegment);
  if (!vertices?.length || !segments?.length) return undefined;
  return { vertices, segments, regions: readRegions(record?.regions) };
}
