import type { Layer } from '../instances/layer.ts';
import type { Fig, FigNode } from '../message/wanted.ts';
import { type Members, unless } from './answering.ts';

const types: Readonly<Record<string, string>> = {
  ROUNDED_RECTANGLE: 'RECTANGLE',
  SYMBOL: 'COMPONENT',
  TRANSFORM: 'TRANSFORM_GROUP',
};

/** Types of nodes that hold others and have the properties of a frame. */
const containers = new Set([
  'FRAME',
  'GROUP',
  'COMPONENT',
  'COMPONENT_SET',
  'INSTANCE',
  'TRANSFORM_GROUP',
  'SLIDE',
  'SLIDE_ROW',
  'SLIDE_GRID',
  'RESPONSIVE_SET',
  'REPEATER',
]);

export const isContainer = (type: string): boolean => containers.has(type);

/** A group is a frame that takes its size from what it holds. */
export function typeOf(node: FigNode): string {
  if (node.type === 'FRAME') {
    if (node.isStateGroup) return 'COMPONENT_SET';
    const hasNoLayout = node.stackMode === undefined || node.stackMode === 'NONE';
    return node.resizeToFit && hasNoLayout ? 'GROUP' : 'FRAME';
  }
  const type = node.type ?? 'NONE';
  return types[type] ?? type;
}

const scrollBehaviors: Readonly<Record<string, string>> = {
  FIXED_WHEN_CHILD_OF_SCROLLING_FRAME: 'FIXED',
};

/** What every node begins with. */
export function identityOf({ node, id }: Layer, type: string): Members {
  const scroll = node.scrollBehavior ?? 'SCROLLS';
  return {
    id,
    name: node.name ?? '',
    visible: unless(node.visible ?? true, true),
    locked: unless(node.locked ?? false, false),
    type,
    scrollBehavior: scrollBehaviors[scroll] ?? scroll,
  };
}

/** What every node of a page has of place and look. */
export function generalOf({ node, scopes }: Layer): Members {
  const { transform } = node;
  return {
    isFixed: node.scrollBehavior === 'FIXED_WHEN_CHILD_OF_SCROLLING_FRAME' ? true : undefined,
    rotation: transform && unless(Math.atan2(transform.m10, transform.m00) + 0, 0),
    opacity: unless(node.opacity ?? 1, 1),
    blendMode: node.blendMode ?? 'PASS_THROUGH',
    ...maskOf(node),
    preserveRatio: node.proportionsConstrained || undefined,
    targetAspectRatio: node.targetAspectRatio?.value,
    exportSettings: exportSettingsOf(node),
    ...(scopes.length === 0 ? pluginDataOf(node) : {}),
  };
}

const maskTypes: Readonly<Record<string, string>> = { OUTLINE: 'VECTOR' };

function maskOf({ mask, maskType, maskIsOutline }: FigNode): Members {
  if (!mask) return {};
  const type = maskType ?? (maskIsOutline ? 'OUTLINE' : 'ALPHA');
  const answered = maskTypes[type] ?? type;
  return { isMask: true, maskType: answered, isMaskOutline: answered === 'VECTOR' || undefined };
}

const constraintTypes: Readonly<Record<string, string>> = {
  CONTENT_SCALE: 'SCALE',
  CONTENT_WIDTH: 'WIDTH',
  CONTENT_HEIGHT: 'HEIGHT',
};

export function exportSettingsOf({ exportSettings = [] }: FigNode) {
  if (exportSettings.length === 0) return undefined;
  return exportSettings.map(({ suffix = '', imageType = 'PNG', constraint }) => ({
    suffix,
    format: imageType === 'JPEG' ? 'JPG' : imageType,
    constraint: {
      type: constraintTypes[constraint?.type ?? 'CONTENT_SCALE'] ?? 'SCALE',
      value: constraint?.value ?? 1,
    },
  }));
}

/** What all plugins may read and none has given a namespace. */
export const isOfNobody = ({ pluginID = '', key = '' }: Fig<'PluginData'>): boolean =>
  pluginID === '' && key.indexOf('-') <= 0;

/** What plugins wrote; what all of them may read has no plugin's id and bears its namespace in the key. */
export function pluginDataOf({ pluginData = [] }: FigNode): Members {
  const own = new Map<string, Record<string, string>>();
  const shared = new Map<string, Record<string, string>>();
  for (const written of pluginData) {
    if (isOfNobody(written)) continue;
    const { pluginID = '', key = '', value = '' } = written;
    const cut = key.indexOf('-');
    const [target, space] = pluginID === '' ? [shared, key.slice(0, cut)] : [own, pluginID];
    const entries = target.get(space) ?? (Object.create(null) as Record<string, string>);
    target.set(space, entries);
    entries[pluginID === '' ? key.slice(cut + 1) : key] = value;
  }
  const object = (map: Map<string, object>) => (map.size === 0 ? undefined : Object.fromEntries(map));
  return { pluginData: object(own), sharedPluginData: object(shared) };
}
