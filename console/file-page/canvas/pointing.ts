import { pointOn } from '../../viewer/pointers.ts';
import type { Stage } from '../../viewer/stage.ts';
import { type Point, pointAt } from '../../viewer/view.ts';
import type { Layer, LayerStore } from '../layers/layer-store.ts';
import { layersAt, meantLayer, mustKnowMore, nextInside } from './hit.ts';

/** What is pointed at in: the layers of the open page. */
export interface PointedAt {
  readonly store: LayerStore;
  readonly page: string;
  readonly selected: string | undefined;
}

export interface PointingMoves {
  /** What a click would select, or nothing. */
  hover(layer: Layer | undefined): void;
  select(layer: Layer | undefined): void;
}

/** A pointer that moved further was dragged. */
const mostPressPx = 4;
const isDeep = (event: MouseEvent): boolean => event.ctrlKey || event.metaKey;

/** Follows the mouse over the picture, and clicks on it. */
export function followPointing(
  { element: stage, camera }: Pick<Stage, 'element' | 'camera'>,
  size: () => { readonly width: number; readonly height: number },
  pointed: () => PointedAt | undefined,
  moves: PointingMoves,
): void {
  let last = 0;
  let from: Point = { x: 0, y: 0 };
  const onCanvas = (event: MouseEvent): Point => pointAt(camera.view, size(), pointOn(stage, event));

  /** The layers under the pointer, once as much is known of them as the click needs; nothing where it moved on. */
  async function under(event: MouseEvent): Promise<{ chain: Layer[]; at: PointedAt } | undefined> {
    const turn = ++last;
    const point = onCanvas(event);
    for (;;) {
      const at = pointed();
      if (at === undefined || turn !== last) return undefined;
      const chain = layersAt(at.store, at.page, point);
      const wanted = mustKnowMore(chain, at, isDeep(event) || event.type === 'dblclick');
      if (wanted === undefined) return { chain, at };
      if (event.type === 'pointermove') moves.hover(meantLayer(chain, { ...at, isDeep: isDeep(event) }));
      await at.store.want(wanted.parent, wanted.place);
    }
  }

  const meant = async (event: MouseEvent): Promise<Layer | undefined> => {
    const found = await under(event);
    return found && meantLayer(found.chain, { ...found.at, isDeep: isDeep(event) });
  };
  stage.addEventListener('pointermove', (event) => {
    if (event.buttons !== 0 || event.pointerType === 'touch') return;
    void meant(event).then(moves.hover, () => undefined);
  });
  stage.addEventListener('pointerleave', () => {
    last += 1;
    moves.hover(undefined);
  });
  stage.addEventListener('pointerdown', (event) => {
    from = { x: event.clientX, y: event.clientY };
  });
  stage.addEventListener('click', (event) => {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > mostPressPx) return;
    if (event.target instanceof Element && event.target.closest('button, a, [data-press]')) return;
    if (event.detail > 1) return;
    void meant(event).then(moves.select, () => undefined);
  });
  stage.addEventListener('dblclick', (event) => {
    void under(event).then((found) => {
      const inner = found && nextInside(found.chain, found.at.selected);
      if (inner !== undefined) moves.select(inner);
    });
  });
}
