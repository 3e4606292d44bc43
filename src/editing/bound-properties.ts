import { type JsonRecord, listOf, recordOf } from '../render/scene/json-values.ts';

const textFields = ['fontFamily', 'fontStyle', 'fontWeight', 'fontSize', 'lineHeight'] as const;
const otherTextFields = ['letterSpacing', 'paragraphSpacing', 'paragraphIndent'] as const;
const corners = ['topLeftRadius', 'topRightRadius', 'bottomLeftRadius', 'bottomRightRadius'] as const;

/** What a binding of a node says, where that is not a property of the same name. */
const saidBy: Readonly<Record<string, readonly string[]>> = {
  size: ['size', 'absoluteBoundingBox'],
  individualStrokeWeights: ['individualStrokeWeights', 'strokeWeight'],
  rectangleCornerRadii: ['rectangleCornerRadii', 'cornerRadius'],
  ...Object.fromEntries(corners.map((corner) => [corner, ['rectangleCornerRadii', 'cornerRadius']])),
  ...Object.fromEntries([...textFields, ...otherTextFields].map((field) => [field, ['style']])),
};

/** Lists of which each entry has bindings of its own; those of the node only repeat them. */
const lists = new Set(['fills', 'strokes', 'effects', 'layoutGrids', 'background']);

/** What a node is given, once its bindings have had their say. */
export interface Settled {
  readonly properties: JsonRecord;
  /** Properties that stay what their variables say. */
  readonly kept: readonly string[];
}

/** New properties of a node, without those that its variables say. */
export function withBindingsKept(own: JsonRecord, properties: JsonRecord): Settled {
  const bindings = properties.boundVariables === undefined ? (recordOf(own.boundVariables) ?? {}) : {};
  const bound = new Set(
    Object.keys(bindings)
      .filter((name) => !lists.has(name))
      .flatMap((name) => saidBy[name] ?? [name]),
  );
  const kept: string[] = [];
  const settled = Object.entries(properties).map(([key, value]) => {
    if (bound.has(key) && key !== 'style') kept.push(key);
    if (bound.has(key) && key !== 'style') return [key, own[key]];
    const stays = lists.has(key)
      ? keptEntries(own[key], value)
      : key === 'style'
        ? keptStyle(own, value)
        : value;
    if (stays !== value) kept.push(key);
    return [key, stays];
  });
  return { properties: Object.fromEntries(settled), kept };
}

/** An entry that says nothing of bindings keeps those of the one before it at its place. */
function keptEntries(before: unknown, after: unknown): unknown {
  const was = listOf(before).map(recordOf);
  const isKept = (entry: JsonRecord | undefined, place: number): boolean =>
    entry !== undefined && entry.boundVariables === undefined && hasBindings(was[place]);
  const entries = listOf(after).map(recordOf);
  if (!entries.some(isKept)) return after;
  return entries.map((entry, place) => (isKept(entry, place) ? was[place] : entry));
}

const hasBindings = (entry: JsonRecord | undefined): boolean =>
  Object.keys(recordOf(entry?.boundVariables) ?? {}).length > 0;

/** Of a text's style what is bound stays. */
function keptStyle(own: JsonRecord, value: unknown): unknown {
  const [was, style] = [recordOf(own.style) ?? {}, recordOf(value)];
  if (style === undefined || style.boundVariables !== undefined) return value;
  const bound = { ...recordOf(own.boundVariables), ...recordOf(was.boundVariables) };
  const fields = [...textFields, ...otherTextFields].filter((field) => bound[field] !== undefined);
  if (fields.length === 0) return value;
  const stays = fields.flatMap((field) => shownBy[field] ?? [field]).filter((key) => was[key] !== undefined);
  const bindings = was.boundVariables === undefined ? {} : { boundVariables: was.boundVariables };
  return { ...style, ...Object.fromEntries(stays.map((key) => [key, was[key]])), ...bindings };
}

const shownBy: Readonly<Record<string, readonly string[]>> = {
  fontFamily: ['fontFamily', 'fontPostScriptName'],
  fontStyle: ['fontStyle', 'fontWeight', 'italic', 'fontPostScriptName'],
  fontWeight: ['fontWeight', 'fontStyle', 'fontPostScriptName'],
  lineHeight: ['lineHeightPx', 'lineHeightUnit', 'lineHeightPercentFontSize'],
};

/** The bindings of a node without those of what it is given. */
export function unbound(own: JsonRecord, properties: JsonRecord): JsonRecord {
  const bindings = recordOf(properties.boundVariables ?? own.boundVariables);
  if (bindings === undefined || properties.boundVariables !== undefined) return properties;
  const left = Object.entries(bindings).filter(
    ([name]) => !(saidBy[name] ?? [name]).some((key) => Object.hasOwn(properties, key)),
  );
  return { ...properties, boundVariables: left.length === 0 ? undefined : Object.fromEntries(left) };
}
