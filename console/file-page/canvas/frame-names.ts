import { element } from '../../viewer/element.ts';
import { type Box, overlapOf, type Size, seenBox, type View } from '../../viewer/view.ts';
import type { Layer } from '../layers/layer-store.ts';
import { type NamedFrame, namesWithRoom } from './names-with-room.ts';
import { boxOnScreen } from './put-over.ts';

/** Names of the frames of a page, above each. */
export interface FrameNames {
  readonly element: HTMLElement;
  show(layers: readonly Layer[]): void;
  /** Shows the names of these layers in any case. */
  mark(ids: ReadonlySet<string>): void;
  place(view: View, size: Size): void;
}

const named: ReadonlySet<string> = new Set(['FRAME', 'SECTION', 'COMPONENT', 'COMPONENT_SET', 'INSTANCE']);
/** How far a name reaches above its frame, and the part of that which it fills. */
export const nameHeightPx = 22;
const lineHeightPx = 20;
/** On both sides of the letters together. */
const paddingPx = 8;
/** Of what is narrower on the screen there is no room for a name. */
const leastPx = 28;
/** A name that does not fit is cut to no less than this. */
const leastCutPx = 56;

/** From here on the name that the picture of a section shows can be read. */
const readableZoom = 0.75;

export function createFrameNames(select: (id: string) => void): FrameNames {
  const place = element('div', { class: 'frame-names' });
  const labels = new Map<string, HTMLElement>();
  const letters = createLetters(place);
  let layers = new Map<string, Layer>();
  let marked: ReadonlySet<string> = new Set();
  const labelOf = ({ id, name }: Layer): HTMLElement => {
    const label = labels.get(id) ?? element('div', { class: 'frame-name-label', 'data-press': '' }, name);
    if (!labels.has(id)) label.addEventListener('click', () => select(id));
    labels.set(id, label);
    return label;
  };
  const seen = (view: View, size: Size): NamedFrame[] => {
    const box = seenBox(view, size);
    const frames = [...layers.values()].filter(({ bounds }) => bounds !== null && overlapOf(bounds, box));
    return frames.map((layer) => namedFrame(layer, boxOnScreen(layer.bounds as Box, view, size), letters));
  };
  return {
    element: place,
    show: (shown) => {
      const wanted = shown.filter(({ type, hidden }) => named.has(type) && hidden !== true);
      layers = new Map(wanted.map((layer) => [layer.id, layer]));
      labels.clear();
      place.replaceChildren();
    },
    mark: (ids) => {
      marked = ids;
    },
    place: (view, size) => {
      const shown = new Set<Element>();
      for (const frame of namesWithRoom(seen(view, size), marked)) {
        const layer = layers.get(frame.id) as Layer;
        shown.add(labelOf(layer));
        put(labelOf(layer), layer, frame, view.zoom);
      }
      for (const label of [...place.children]) if (!shown.has(label)) label.remove();
      for (const label of shown) if (label.parentNode !== place) place.append(label);
    },
  };
}

/** Above its frame and no wider than that; without width where there is no room. */
function namedFrame({ id, name, type }: Layer, box: Box, letters: (text: string) => number): NamedFrame {
  const whole = letters(name) + paddingPx;
  const isShown = box.width >= Math.min(whole, leastCutPx) && box.width >= leastPx;
  const width = isShown ? Math.min(whole, box.width) : 0;
  const place = { x: box.x, y: box.y - nameHeightPx, width, height: lineHeightPx };
  return { id, box, name: place, isGround: type === 'SECTION' };
}

/** Measures how wide texts are as names, each once. */
function createLetters(place: HTMLElement): (text: string) => number {
  const known = new Map<string, number>();
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  return (text) => {
    const width = known.get(text) ?? measured(context, place, text);
    known.set(text, width);
    return width;
  };
}

function measured(context: CanvasRenderingContext2D, place: HTMLElement, text: string): number {
  const { fontSize, fontFamily } = getComputedStyle(place);
  context.font = `${fontSize} ${fontFamily}`;
  return Math.ceil(context.measureText(text).width);
}

function put(label: HTMLElement, { type }: Layer, { box, name }: NamedFrame, zoom: number): void {
  label.classList.toggle('is-drawn-below', type === 'SECTION');
  label.classList.toggle('is-read-below', type === 'SECTION' && zoom >= readableZoom);
  label.style.transform = `translate(${name.x}px, ${name.y}px)`;
  label.style.maxWidth = `${box.width}px`;
}
