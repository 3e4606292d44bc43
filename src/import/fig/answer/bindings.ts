import { guidText } from '../message/guids.ts';
import type { NodeIndex } from '../message/node-index.ts';
import type { Fig, FigNode } from '../message/wanted.ts';
import type { NodeHead } from '../message/wanted-heads.ts';
import type { Answering } from './answering.ts';

/** The id of a variable or collection: of those that come from a library, their key there and number. */
export function variableId(kind: 'VariableID' | 'VariableCollectionId', node: FigNode | NodeHead): string {
  const published = guidText(node.publishID);
  const isCopy =
    node.key !== undefined && node.key !== '' && published !== undefined && !!node.sourceLibraryKey;
  return `${kind}:${isCopy ? `${node.key}/${published}` : guidText(node.guid)}`;
}

export interface Alias {
  readonly type: 'VARIABLE_ALIAS';
  readonly id: string;
}

/** The variable that a value follows; undefined for plain values and where the variable is not in the file. */
export function aliasOf(data: Fig<'VariableData'> | undefined, index: NodeIndex): Alias | undefined {
  if (data?.dataType !== 'ALIAS') return undefined;
  const variable = index.referred(data.value?.alias);
  return variable?.type === 'VARIABLE'
    ? { type: 'VARIABLE_ALIAS', id: variableId('VariableID', variable) }
    : undefined;
}

/** Where a bound field stands: a property, or one within a group. */
const places: Readonly<Record<string, readonly [property: string, within?: string]>> = {
  CORNER_RADIUS: ['cornerRadius'],
  STROKE_WEIGHT: ['strokeWeight'],
  STACK_SPACING: ['itemSpacing'],
  STACK_PADDING_LEFT: ['paddingLeft'],
  STACK_PADDING_TOP: ['paddingTop'],
  STACK_PADDING_RIGHT: ['paddingRight'],
  STACK_PADDING_BOTTOM: ['paddingBottom'],
  STACK_COUNTER_SPACING: ['counterAxisSpacing'],
  VISIBLE: ['visible'],
  TEXT_DATA: ['characters'],
  OPACITY: ['opacity'],
  WIDTH: ['size', 'x'],
  HEIGHT: ['size', 'y'],
  MIN_WIDTH: ['minWidth'],
  MAX_WIDTH: ['maxWidth'],
  MIN_HEIGHT: ['minHeight'],
  MAX_HEIGHT: ['maxHeight'],
  GRID_ROW_GAP: ['gridRowGap'],
  GRID_COLUMN_GAP: ['gridColumnGap'],
  ...Object.fromEntries(
    ['TOP_LEFT', 'TOP_RIGHT', 'BOTTOM_LEFT', 'BOTTOM_RIGHT'].map((corner) => {
      const field = `RECTANGLE_${corner}_CORNER_RADIUS`;
      return [field, ['rectangleCornerRadii', field] as const];
    }),
  ),
  ...Object.fromEntries(
    ['TOP', 'BOTTOM', 'LEFT', 'RIGHT'].map((side) => {
      const field = `BORDER_${side}_WEIGHT`;
      return [field, ['individualStrokeWeights', field] as const];
    }),
  ),
};

const fontPlaces: Readonly<Record<string, string>> = {
  FONT_FAMILY: 'fontFamily',
  FONT_STYLE: 'fontStyle',
  FONT_SIZE: 'fontSize',
  LETTER_SPACING: 'letterSpacing',
  LINE_HEIGHT: 'lineHeight',
  PARAGRAPH_SPACING: 'paragraphSpacing',
  PARAGRAPH_INDENT: 'paragraphIndent',
};

type Bound = Record<string, Alias | Alias[] | Record<string, Alias>>;

/** The variables that a node's own properties and its paints follow. */
export function boundVariablesOf(node: FigNode, id: string, { index, report }: Answering): Bound | undefined {
  const bound: Bound = {};
  for (const { variableField = '', variableData } of node.variableConsumptionMap?.entries ?? []) {
    const alias = aliasOf(variableData, index);
    const [property, within] = places[variableField] ?? [];
    const font = fontPlaces[variableField];
    const isBound = /ALIAS|EXPRESSION/.test(variableData?.dataType ?? '');
    if (isBound && (alias === undefined || (font ?? property) === undefined))
      report.warn(`The variable that ${variableField} follows is not taken.`, id);
    if (alias === undefined) continue;
    if (font !== undefined) bound[font] = [alias];
    else if (property !== undefined && within !== undefined)
      bound[property] = { ...(bound[property] as Record<string, Alias> | undefined), [within]: alias };
    else if (property !== undefined) bound[property] = alias;
  }
  for (const [property, paints] of [
    ['fills', node.fillPaints],
    ['strokes', node.strokePaints],
  ] as const) {
    const aliases = (paints ?? [])
      .map(({ colorVar }) => aliasOf(colorVar, index))
      .filter((one) => one !== undefined);
    if (aliases.length > 0) bound[property] = aliases;
  }
  return Object.keys(bound).length === 0 ? undefined : bound;
}

/** The variables that the font of a text, or of a part of it, follows. */
export function boundFontOf(node: FigNode, index: NodeIndex): Record<string, Alias> | undefined {
  const bound = (node.variableConsumptionMap?.entries ?? []).flatMap(
    ({ variableField = '', variableData }) => {
      const alias = aliasOf(variableData, index);
      const place = fontPlaces[variableField];
      return alias === undefined || place === undefined ? [] : [[place, alias] as const];
    },
  );
  return bound.length === 0 ? undefined : Object.fromEntries(bound);
}

export function explicitModesOf(
  node: FigNode,
  { index, modeIdOf }: Pick<Answering, 'index' | 'modeIdOf'>,
): Record<string, string> | undefined {
  const modes = (node.variableModeBySetMap?.entries ?? []).flatMap(({ variableSetID, variableModeID }) => {
    const set = index.referred(variableSetID);
    const mode = modeIdOf(set, variableModeID);
    return set === undefined || mode === undefined
      ? []
      : [[variableId('VariableCollectionId', set), mode] as const];
  });
  return modes.length === 0 ? undefined : Object.fromEntries(modes);
}
