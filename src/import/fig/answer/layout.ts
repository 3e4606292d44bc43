import { guidText } from '../message/guids.ts';
import type { Fig, FigNode } from '../message/wanted.ts';
import { type Members, unless } from './answering.ts';
import { constraintNames, overflowNames, trackTexts } from './guesses.ts';

export type LayoutMode = 'NONE' | 'HORIZONTAL' | 'VERTICAL' | 'GRID';

const layoutModeOf = (node: FigNode): LayoutMode => (node.stackMode ?? 'NONE') as LayoutMode;

export function constraintsOf(node: FigNode): Members {
  const name = (stored: string | undefined, axis: 0 | 1) =>
    (constraintNames[stored ?? 'MIN'] ?? ['LEFT', 'TOP'])[axis];
  return { vertical: name(node.verticalConstraint, 1), horizontal: name(node.horizontalConstraint, 0) };
}

/** How a container lays out what it holds. */
export function containerLayoutOf(node: FigNode): Members {
  const mode = layoutModeOf(node);
  if (mode === 'NONE') return {};
  const left = node.stackHorizontalPadding ?? node.stackPadding ?? 0;
  const top = node.stackVerticalPadding ?? node.stackPadding ?? 0;
  const justify = node.stackPrimaryAlignItems ?? node.stackJustify ?? 'MIN';
  return {
    layoutMode: mode,
    primaryAxisSizingMode: node.stackPrimarySizing === 'FIXED' ? 'FIXED' : undefined,
    counterAxisSizingMode: (node.stackCounterSizing ?? 'FIXED') === 'FIXED' ? 'FIXED' : undefined,
    primaryAxisAlignItems: unless(justify === 'SPACE_EVENLY' ? 'SPACE_BETWEEN' : justify, 'MIN'),
    counterAxisAlignItems: unless(counterAlignOf(node), 'MIN'),
    paddingLeft: unless(left, 0),
    paddingRight: unless(node.stackPaddingRight ?? node.stackPadding ?? 0, 0),
    paddingTop: unless(top, 0),
    paddingBottom: unless(node.stackPaddingBottom ?? node.stackPadding ?? 0, 0),
    itemSpacing: unless(node.stackSpacing ?? 0, 0),
    itemReverseZIndex: node.stackReverseZIndex || undefined,
    strokesIncludedInLayout: node.bordersTakeSpace || undefined,
    ...(mode === 'GRID' ? gridOf(node) : wrapOf(node)),
  };
}

function counterAlignOf(node: FigNode): string {
  const align = node.stackCounterAlignItems ?? node.stackCounterAlign ?? 'MIN';
  return ['MIN', 'CENTER', 'MAX', 'BASELINE'].includes(align) ? align : 'MIN';
}

function wrapOf(node: FigNode): Members {
  const layoutWrap = node.stackWrap ?? 'NO_WRAP';
  if (layoutWrap !== 'WRAP') return { layoutWrap };
  return {
    layoutWrap,
    counterAxisSpacing: node.stackCounterSpacing ?? 0,
    counterAxisAlignContent: node.stackCounterAlignContent ?? 'AUTO',
  };
}

type Tracks = Fig<'GUIDPositionMap'> | undefined;

/** The ids of rows or columns in their order. */
function trackIds(tracks: Tracks): string[] {
  const entries = [...(tracks?.entries ?? [])];
  const place = ({ position = '' }: { readonly position?: string | undefined }) => position;
  entries.sort((left, right) => (place(left) < place(right) ? -1 : 1));
  return entries.map(({ id }) => guidText(id) ?? '');
}

function gridOf(node: FigNode): Members {
  const sizesOf = (tracks: Tracks, sizes: Fig<'GUIDGridTrackSizeMap'> | undefined) => {
    const byId = new Map(
      (sizes?.entries ?? []).map(({ id, trackSize }) => [guidText(id), trackSize?.maxSizing]),
    );
    const text = (id: string) => {
      const { type = 'FLEX', value = 1 } = byId.get(id) ?? {};
      return (trackTexts[type] ?? trackTexts.FLEX!)(value);
    };
    return trackIds(tracks).map(text).join(' ');
  };
  return {
    gridRowCount: trackIds(node.gridRows).length,
    gridColumnCount: trackIds(node.gridColumns).length,
    gridRowGap: node.gridRowGap ?? 0,
    gridColumnGap: node.gridColumnGap ?? 0,
    gridRowsSizing: sizesOf(node.gridRows, node.gridRowsSizing),
    gridColumnsSizing: sizesOf(node.gridColumns, node.gridColumnsSizing),
  };
}

/** How a node is laid out by the one that holds it. */
export function childLayoutOf(node: FigNode, type: string, parent: FigNode | undefined): Members {
  const around = parent === undefined ? 'NONE' : layoutModeOf(parent);
  const limits = {
    minWidth: node.minSize?.value?.x || undefined,
    minHeight: node.minSize?.value?.y || undefined,
    maxWidth: node.maxSize?.value?.x || undefined,
    maxHeight: node.maxSize?.value?.y || undefined,
  };
  const own = layoutModeOf(node);
  if (around === 'NONE' && own === 'NONE') return limits;
  const sizing = {
    layoutSizingHorizontal: sizingOf(node, type, around, 'HORIZONTAL'),
    layoutSizingVertical: sizingOf(node, type, around, 'VERTICAL'),
  };
  if (around === 'NONE') return { ...limits, ...sizing };
  return {
    ...limits,
    layoutAlign: node.stackChildAlignSelf === 'STRETCH' ? 'STRETCH' : 'INHERIT',
    layoutGrow: node.stackChildPrimaryGrow ?? 0,
    layoutPositioning: node.stackPositioning === 'ABSOLUTE' ? 'ABSOLUTE' : undefined,
    ...sizing,
    ...(around === 'GRID' ? gridPlaceOf(node, parent!) : {}),
  };
}

/** All that a grid holds ask it for the places of its tracks, which are sorted once. */
const knownPlaces = new WeakMap<NonNullable<Tracks>, ReadonlyMap<string, number>>();

function placesOf(tracks: Tracks): ReadonlyMap<string, number> {
  if (tracks === undefined) return new Map();
  const known = knownPlaces.get(tracks);
  if (known !== undefined) return known;
  const places = new Map<string, number>();
  for (const [place, id] of trackIds(tracks).entries()) if (!places.has(id)) places.set(id, place);
  knownPlaces.set(tracks, places);
  return places;
}

function gridPlaceOf(node: FigNode, parent: FigNode): Members {
  const place = (tracks: Tracks, anchor: string | undefined) => placesOf(tracks).get(anchor ?? '') ?? 0;
  return {
    gridRowAnchorIndex: place(parent.gridRows, guidText(node.gridRowAnchor)),
    gridColumnAnchorIndex: place(parent.gridColumns, guidText(node.gridColumnAnchor)),
    gridRowSpan: unless(node.gridRowSpan ?? 1, 1),
    gridColumnSpan: unless(node.gridColumnSpan ?? 1, 1),
    gridChildHorizontalAlign: unless(node.gridChildHorizontalAlign ?? 'AUTO', 'AUTO'),
    gridChildVerticalAlign: unless(node.gridChildVerticalAlign ?? 'AUTO', 'AUTO'),
  };
}

type Axis = 'HORIZONTAL' | 'VERTICAL';

function sizingOf(node: FigNode, type: string, around: LayoutMode, axis: Axis): string {
  const isPlaced = around !== 'NONE' && node.stackPositioning !== 'ABSOLUTE' && node.visible !== false;
  const fills = around === axis ? node.stackChildPrimaryGrow === 1 : node.stackChildAlignSelf === 'STRETCH';
  if (isPlaced && fills) return 'FILL';
  const own = layoutModeOf(node);
  if (own !== 'NONE') {
    const isPrimary = own === axis;
    const sizing = isPrimary ? node.stackPrimarySizing : (node.stackCounterSizing ?? 'FIXED');
    return sizing === 'FIXED' ? 'FIXED' : 'HUG';
  }
  if (type !== 'TEXT' || node.visible === false) return 'FIXED';
  const hugs =
    node.textAutoResize === 'WIDTH_AND_HEIGHT' || (axis === 'VERTICAL' && node.textAutoResize === 'HEIGHT');
  return hugs ? 'HUG' : 'FIXED';
}

export function overflowOf(node: FigNode): string | undefined {
  return overflowNames[node.scrollDirection ?? 'NONE'];
}

const endless = 2_147_483_647;

export function layoutGridsOf({ layoutGrids = [] }: FigNode): Members[] | undefined {
  if (layoutGrids.length === 0) return undefined;
  return layoutGrids.map((grid) => ({
    pattern: grid.pattern === 'GRID' ? 'GRID' : grid.axis === 'Y' ? 'ROWS' : 'COLUMNS',
    sectionSize: grid.sectionSize ?? 0,
    visible: grid.visible ?? true,
    color: grid.color ?? { r: 1, g: 0, b: 0, a: 0.1 },
    alignment: grid.type ?? 'MIN',
    gutterSize: grid.gutterSize ?? 0,
    offset: grid.offset ?? 0,
    count: grid.numSections === endless ? -1 : (grid.numSections ?? -1),
  }));
}
