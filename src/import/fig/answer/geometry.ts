import type { Layer } from '../instances/layer.ts';
import { pathText } from '../message/path-text.ts';
import { readVectorNetwork } from '../message/vector-network.ts';
import type { Fig, FigNode } from '../message/wanted.ts';
import type { Answering, Members } from './answering.ts';
import { identity } from './matrix.ts';
import { paintsOf } from './paints.ts';

/** What answers tell when geometry is asked for. */
export function geometryOf({ node, id }: Layer, file: Answering): Members {
  const { m00, m01, m02, m10, m11, m12 } = node.transform ?? identity;
  const isText = node.type === 'TEXT';
  if (isUntold(node))
    file.report.warn('The file does not tell the outline of the layer; it is not drawn.', id);
  return {
    relativeTransform: [
      [m00, m01, m02],
      [m10, m11, m12],
    ],
    size: node.size ?? { x: 0, y: 0 },
    fillGeometry: isText ? [] : pathsOf(node.fillGeometry, id, file),
    strokeGeometry: isText ? [] : pathsOf(node.strokeGeometry, id, file),
    fillOverrideTable: fillOverridesOf(node, id, file),
    vectorNetwork: node.type === 'BOOLEAN_OPERATION' ? undefined : networkOf(node, id, file),
  };
}

/** Types that nothing but their outline tells the look of. */
const outlinedAlone: ReadonlySet<string> = new Set(['VECTOR', 'TEXT_PATH']);

/** Whether a node has paints that show, and no form for them. */
function isUntold(node: FigNode): boolean {
  const { type = '', fillGeometry = [], strokeGeometry = [] } = node;
  if (!outlinedAlone.has(type) || fillGeometry.length > 0 || strokeGeometry.length > 0) return false;
  const paints = [...(node.fillPaints ?? []), ...(node.strokePaints ?? [])];
  return node.vectorData?.vectorNetworkBlob === undefined && paints.some(({ visible }) => visible !== false);
}

const windingRules: Readonly<Record<string, string>> = { ODD: 'EVENODD' };

function pathsOf(paths: readonly Fig<'Path'>[] | undefined, id: string, file: Answering): Members[] {
  return (paths ?? []).flatMap(({ commandsBlob, windingRule = 'NONZERO', styleID }) => {
    const path = file.blobs.path(commandsBlob);
    if (path === undefined) {
      file.report.warn('An outline of the node is damaged and left out.', id);
      return [];
    }
    const overrideID = styleID || undefined;
    return [{ path: pathText(path), windingRule: windingRules[windingRule] ?? windingRule, overrideID }];
  });
}

function fillOverridesOf({ vectorData }: FigNode, id: string, file: Answering): Members | undefined {
  const entries = vectorData?.styleOverrideTable ?? [];
  if (entries.length === 0) return undefined;
  return Object.fromEntries(
    entries.map(({ styleID = 0, fillPaints }) => [
      String(styleID),
      fillPaints === undefined ? null : { fills: paintsOf(fillPaints, id, file) },
    ]),
  );
}

function networkOf({ vectorData }: FigNode, id: string, file: Answering) {
  if (vectorData?.vectorNetworkBlob === undefined) return undefined;
  const bytes = file.blobs.bytes(vectorData.vectorNetworkBlob);
  const network = bytes && readVectorNetwork(bytes);
  if (network === undefined) file.report.warn('The vector network of the node is damaged and left out.', id);
  return network;
}
