import type { NodeJson } from '../../src/render/scene/scene-source.ts';
import { type Box, NodeMaker } from './node-json.ts';
import { screenNode, screenSize } from './screen.ts';

/** Screens side by side, three in a row. */
const screenCount = 6;
const inRow = 3;
const gap = 160;
/** As many as a page of icons of a real file has. */
const nodeCount = 3327;
const screenNodes = 497;
const label = { width: 150, height: 18, inRow: 28 };

/** Px of the canvas. */
export const pageSize = {
  width: inRow * screenSize.width + (inRow - 1) * gap,
  height: 2 * (screenSize.height + gap) + 13 * (label.height + 6),
};

/** A page of 3,327 nodes: six screens, and notes under them. */
export function tiledPage(): NodeJson[] {
  const make = new NodeMaker();
  const screens = Array.from({ length: screenCount }, (_, place) => screenAt(place));
  const notes = Array.from({ length: nodeCount - screenCount * screenNodes }, (_, place) =>
    make.text(noteBox(place), `Note ${place + 1} on these screens`, 12),
  );
  return [...screens, ...notes];
}

const noteBox = (place: number): Box => ({
  x: (place % label.inRow) * (label.width + 10),
  y: 2 * (screenSize.height + gap) + Math.floor(place / label.inRow) * (label.height + 6),
  width: label.width,
  height: label.height,
});

/** A screen elsewhere, with ids of its own. */
function screenAt(place: number): NodeJson {
  const x = (place % inRow) * (screenSize.width + gap);
  const y = Math.floor(place / inRow) * (screenSize.height + gap);
  return movedNode(screenNode(), `${place + 2}`, x, y);
}

function movedNode(node: NodeJson, screen: string, x: number, y: number): NodeJson {
  const box = node.absoluteBoundingBox as Box;
  const place = { ...box, x: box.x + x, y: box.y + y };
  const children = (node.children as NodeJson[] | undefined)?.map((child) => movedNode(child, screen, x, y));
  return {
    ...node,
    id: `${screen}:${node.id}`.replace(/:1:/, ':'),
    absoluteBoundingBox: place,
    absoluteRenderBounds: place,
    ...(children && { children }),
  };
}
