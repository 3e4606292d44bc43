import type { NodeJson } from '../src/render/scene/scene-source.ts';
import { childrenOf } from './corpus.ts';

/** What a node and those inside of it make use of, by names for people. */
export function featuresOf(node: NodeJson, found = new Set<string>()): Set<string> {
  if (node.visible === false) return found;
  found.add(`node ${words(node.type)}`);
  for (const paint of list(node.fills)) found.add(`fill ${words(paint.type)}`);
  const strokes = list(node.strokes);
  for (const paint of strokes) found.add(`stroke ${words(paint.type)}`);
  if (strokes.length > 0) found.add(`stroke ${words(node.strokeAlign ?? 'CENTER')}`);
  for (const effect of list(node.effects)) found.add(`effect ${words(effect.type)}`);
  for (const [property, feature] of Object.entries(featureOfProperty))
    if (isSet(node[property])) found.add(feature);
  for (const child of childrenOf(node)) featuresOf(child, found);
  return found;
}

const featureOfProperty: Readonly<Record<string, string>> = {
  strokeDashes: 'dashes',
  individualStrokeWeights: 'weights by side',
  cornerSmoothing: 'corner smoothing',
  rectangleCornerRadii: 'corners of their own',
  cornerRadius: 'corner radius',
  isMask: 'mask',
  opacity: 'opacity',
  rotation: 'rotation',
};

const isSet = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : value !== undefined && value !== null && value !== false && value !== 0 && value !== 1;

const words = (name: unknown): string => String(name).toLowerCase().replaceAll('_', ' ');

const list = (value: unknown): Readonly<Record<string, unknown>>[] =>
  (Array.isArray(value) ? value : []).filter(({ visible }) => visible !== false);
