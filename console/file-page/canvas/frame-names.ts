import { element } from '../../viewer/element.ts';
import { overlapOf, type Size, seenBox, type View } from '../../viewer/view.ts';
import type { Layer } from '../layers/layer-store.ts';

/** Names of the frames of a page, above each. */
export interface FrameNames {
  readonly element: HTMLElement;
  show(layers: readonly Layer[]): void;
  place(view: View, size: Size): void;
}

const named: ReadonlySet<string> = new Set(['FRAME', 'SECTION', 'COMPONENT', 'COMPONENT_SET', 'INSTANCE']);
/** More names than these would only hide the picture. */
const mostNames = 150;
/** Of what is narrower on the screen there is no room for a name. */
const leastPx = 28;

/** From here on the name that the picture of a section shows can be read. */
const readableZoom = 0.75;

export function createFrameNames(select: (id: string) => void): FrameNames {
  const place = element('div', { class: 'frame-names' });
  const labels = new Map<string, HTMLElement>();
  let layers: readonly Layer[] = [];
  const labelOf = ({ id, name }: Layer): HTMLElement => {
    const label = labels.get(id) ?? element('div', { class: 'frame-name-label', 'data-press': '' }, name);
    if (!labels.has(id)) label.addEventListener('click', () => select(id));
    labels.set(id, label);
    return label;
  };
  return {
    element: place,
    show: (shown) => {
      layers = shown.filter(({ type, hidden }) => named.has(type) && hidden !== true);
      labels.clear();
      place.replaceChildren();
    },
    place: (view, size) => {
      const wanted = layers.filter((layer) => isNamed(layer, view, size)).slice(0, mostNames);
      const shown = new Set<Element>(wanted.map(labelOf));
      for (const label of [...place.children]) if (!shown.has(label)) label.remove();
      for (const layer of wanted) put(labelOf(layer), layer, view, size);
      for (const label of shown) if (label.parentNode !== place) place.append(label);
    },
  };
}

const isNamed = ({ bounds }: Layer, view: View, size: Size): boolean =>
  bounds !== null && bounds.width * view.zoom >= leastPx && overlapOf(bounds, seenBox(view, size)) !== null;

function put(label: HTMLElement, { bounds, type }: Layer, view: View, size: Size): void {
  if (bounds === null) return;
  label.classList.toggle('is-drawn-below', type === 'SECTION');
  label.classList.toggle('is-read-below', type === 'SECTION' && view.zoom >= readableZoom);
  const left = (bounds.x - view.x) * view.zoom + size.width / 2;
  const top = (bounds.y - view.y) * view.zoom + size.height / 2;
  label.style.transform = `translate(${left}px, ${top - 22}px)`;
  label.style.maxWidth = `${bounds.width * view.zoom}px`;
}
