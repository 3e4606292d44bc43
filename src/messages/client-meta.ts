import { exactNodeId, type NodeId } from '../contract/branded-ids.ts';
import type { FrameOffset, FrameOffsetRegion, Region, Vector } from '../contract/contract.ts';
import { CommentRefused } from './comment-refused.ts';

/** Where the pin of a comment is: on the canvas or in a frame, at a point or at the corner of a region. */
export type ClientMeta = Vector | FrameOffset | Region | FrameOffsetRegion;

type Given = Readonly<Record<string, unknown>>;

/** In px. Beyond it neighbouring places cannot be told apart by tools that count in single precision. */
const farthestPx = 2 ** 24;

const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;

/** The pin of a comment that was posted without one. */
export const canvasOrigin: ClientMeta = { x: 0, y: 0 };

/**
 * Reads one of the four forms, without members that are of none. Whether the node exists is not looked at.
 * @throws CommentRefused
 * @see A1, C2
 */
export function readClientMeta(given: Given): ClientMeta {
  const onCanvas = given.x !== undefined || given.y !== undefined;
  const inFrame = given.node_id !== undefined || given.node_offset !== undefined;
  if (onCanvas === inFrame) {
    throw new CommentRefused(
      'client_meta is a place on the canvas (x, y) or one in a frame (node_id, node_offset), one of them.',
    );
  }
  const place = onCanvas ? readVector(given, 'client_meta') : readOffset(given);
  return { ...place, ...readRegion(given) };
}

/** The node that a pin hangs on, if any. */
export const pinnedNode = (meta: ClientMeta): NodeId | undefined =>
  'node_id' in meta ? exactNodeId(meta.node_id) : undefined;

function readOffset({ node_id, node_offset }: Given): FrameOffset {
  if (typeof node_id !== 'string') throw new CommentRefused('client_meta.node_id is the id of a node.');
  if (typeof node_offset !== 'object' || node_offset === null) {
    throw new CommentRefused('client_meta.node_offset is an object with x and y.');
  }
  return { node_id, node_offset: readVector(node_offset as Given, 'client_meta.node_offset') };
}

const readVector = ({ x, y }: Given, name: string): Vector => ({
  x: readNumber(x, `${name}.x`),
  y: readNumber(y, `${name}.y`),
});

function readRegion(given: Given): Partial<Region> {
  const { region_width, region_height, comment_pin_corner: corner } = given;
  if ([region_width, region_height, corner].every((member) => member === undefined)) return {};
  const region = {
    region_width: readSize(region_width, 'client_meta.region_width'),
    region_height: readSize(region_height, 'client_meta.region_height'),
  };
  if (corner === undefined) return region;
  const known = corners.find((name) => name === corner);
  if (known !== undefined) return { ...region, comment_pin_corner: known };
  throw new CommentRefused(`client_meta.comment_pin_corner is one of ${corners.join(', ')}.`);
}

function readSize(given: unknown, name: string): number {
  const size = readNumber(given, name);
  if (size <= 0) throw new CommentRefused(`${name} has to be greater than 0.`);
  return size;
}

function readNumber(given: unknown, name: string): number {
  if (typeof given === 'number' && Math.abs(given) <= farthestPx) return given;
  throw new CommentRefused(`${name} has to be a number from -${farthestPx} to ${farthestPx}.`);
}
