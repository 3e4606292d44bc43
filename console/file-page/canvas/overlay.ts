import { element, replaceContent } from '../../viewer/element.ts';
import type { Box, Size, View } from '../../viewer/view.ts';
import type { Layer } from '../layers/layer-store.ts';
import { distancesBetween } from './distances.ts';
import { createFrameNames } from './frame-names.ts';
import { createLayoutGrids } from './layout-grids.ts';
import { putOver } from './put-over.ts';
import type { SpacingBox } from './spacing-boxes.ts';

/** What is marked on the picture. */
export interface Marks {
  readonly hovered: Layer | undefined;
  readonly selected: Layer | undefined;
  /** Whether distances from what is selected to what is hovered are shown. */
  readonly isMeasuring: boolean;
  /** Parts of what is selected that its layout keeps free, along its edges and between what is in it. */
  readonly paddings: readonly SpacingBox[];
  readonly gaps: readonly SpacingBox[];
}

/** Lies over the picture, and follows it. */
export interface Overlay {
  readonly element: HTMLElement;
  mark(change: Partial<Marks>): void;
  /** Layers whose names stand above them. */
  name(layers: readonly Layer[]): void;
  /** Layers whose layout grids are shown. */
  showGrids(layers: readonly Layer[]): void;
  place(view: View, size: Size): void;
}

/** How far the size of what is selected reaches below it. */
export const sizeHeightPx = 26;

const nothing: Marks = {
  hovered: undefined,
  selected: undefined,
  isMeasuring: false,
  paddings: [],
  gaps: [],
};

const shortNumber = (value: number): string => String(Math.round(value * 100) / 100);
const sizeInWords = ({ width, height }: Box): string => `${shortNumber(width)} × ${shortNumber(height)}`;

export function createOverlay(select: (id: string) => void): Overlay {
  const names = createFrameNames(select);
  const grids = createLayoutGrids();
  const marked = element('div', { class: 'marks' });
  const parts = [grids.element, names.element, marked];
  const overlay = element('div', { class: 'overlay', 'aria-hidden': 'true' }, ...parts);
  let marks: Marks = nothing;
  let boxes: { box: Box; element: HTMLElement }[] = [];
  let seen: { view: View; size: Size } | undefined;

  function draw(): void {
    boxes = drawn(marks);
    replaceContent(
      marked,
      boxes.map((one) => one.element),
    );
    if (seen !== undefined) place(seen.view, seen.size);
  }

  function place(view: View, size: Size): void {
    seen = { view, size };
    for (const one of boxes) putOver(one.element, one.box, view, size);
    names.place(view, size);
    grids.place(view, size);
  }

  return {
    element: overlay,
    place,
    mark: (change) => {
      marks = { ...marks, ...change };
      names.mark(new Set([marks.selected, marks.hovered].flatMap((layer) => layer?.id ?? [])));
      draw();
    },
    name: (layers) => {
      names.show(layers);
      if (seen !== undefined) names.place(seen.view, seen.size);
    },
    showGrids: (layers) => {
      grids.show(layers);
      if (seen !== undefined) grids.place(seen.view, seen.size);
    },
  };
}

function drawn({
  hovered,
  selected,
  isMeasuring,
  paddings,
  gaps,
}: Marks): { box: Box; element: HTMLElement }[] {
  const boxes: { box: Box; element: HTMLElement }[] = [
    ...paddings.map((spacing) => ({ box: spacing.box, element: area('padding', spacing) })),
    ...gaps.map((spacing) => ({ box: spacing.box, element: area('gap', spacing) })),
  ];
  if (hovered?.bounds && hovered.id !== selected?.id)
    boxes.push({ box: hovered.bounds, element: outline('outline-hovered', hovered) });
  if (selected?.bounds) boxes.push({ box: selected.bounds, element: outline('outline-selected', selected) });
  if (isMeasuring && selected?.bounds && hovered?.bounds && hovered.id !== selected.id)
    for (const { box, length } of distancesBetween(selected.bounds, hovered.bounds))
      boxes.push({ box, element: distance(length, box.height === 0) });
  return boxes;
}

const area = (kind: string, { length }: SpacingBox): HTMLElement =>
  element('div', { class: `spacing ${kind}` }, element('span', {}, shortNumber(length)));

function outline(kind: string, { id, type, bounds }: Layer): HTMLElement {
  const part = ['COMPONENT', 'COMPONENT_SET', 'INSTANCE'].includes(type) ? ' outline-part' : '';
  const words = bounds === null ? '' : sizeInWords(bounds);
  const label = element('span', { class: 'outline-size' }, words);
  return element('div', { class: `outline ${kind}${part}`, 'data-node': id }, label);
}

const distance = (length: number, isAcross: boolean): HTMLElement =>
  element(
    'div',
    { class: `distance ${isAcross ? 'distance-across' : 'distance-down'}` },
    element('span', {}, shortNumber(length)),
  );
