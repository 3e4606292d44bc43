import { guidText } from '../message/guids.ts';
import type { Fig, FigNode } from '../message/wanted.ts';
import type { NodeHead } from '../message/wanted-heads.ts';
import type { Members } from './answering.ts';
import { exportSettingsOf } from './identity.ts';

/** A place where a prototype begins. */
export interface StartingPoint {
  readonly nodeId: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly position: string;
}

const usualBackground = { r: 0.9607843160629272, g: 0.9607843160629272, b: 0.9607843160629272, a: 1 };

/** Nothing else may lie right below a document. */
export const isPage = ({ type }: NodeHead): boolean => type === 'CANVAS';

/** What a page has beside what every node begins with. */
export function pageOf(page: FigNode, starts: readonly StartingPoint[]): Members {
  const color = page.backgroundColor ?? usualBackground;
  const inOrder = [...starts].sort((left, right) => (left.position < right.position ? -1 : 1));
  return {
    backgroundColor: page.backgroundEnabled === false ? { ...color, a: 0 } : color,
    prototypeStartNodeID: guidText(page.prototypeStartNodeID) ?? null,
    flowStartingPoints: inOrder.map(({ nodeId, name, description }) => ({ nodeId, name, description })),
    prototypeDevice: deviceOf(page.prototypeDevice),
    prototypeBackgrounds: page.prototypeBackgroundColor && [page.prototypeBackgroundColor],
    exportSettings: exportSettingsOf(page),
  };
}

/** What answers have at other nodes and not at a page or, what pages have, at the document. */
export function misplacedOf({ type, exportSettings = [], sectionStatusInfo }: FigNode): string[] {
  const hasStatus = (sectionStatusInfo?.status ?? 'NONE') !== 'NONE';
  const isExported = type === 'DOCUMENT' && exportSettings.length > 0;
  return [...(hasStatus ? ['sectionStatusInfo'] : []), ...(isExported ? ['exportSettings'] : [])];
}

function deviceOf(device: Fig<'PrototypeDevice'> | undefined): Members {
  return {
    type: device?.type ?? 'NONE',
    size: device?.size,
    presetIdentifier: device?.presetIdentifier || undefined,
    rotation: device?.rotation ?? 'NONE',
  };
}

export function startingPointOf(node: FigNode, nodeId: string): StartingPoint | undefined {
  const start = node.prototypeStartingPoint;
  if (start === undefined) return undefined;
  const { name = '', description, position = '' } = start;
  return { nodeId, name, description: description || undefined, position };
}
