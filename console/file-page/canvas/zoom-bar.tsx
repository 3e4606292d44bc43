import { type RefObject, useEffect, useRef, useState } from 'react';
import { inPercent } from '../../viewer/percent.ts';
import { Icon } from '../parts/icon.tsx';
import { useRoom, useSelectedLayer } from '../room.ts';
import { nameHeightPx } from './frame-names.ts';
import { sizeHeightPx } from './overlay.ts';
import { toggleGrids, useShownGrids } from './shown-grids.ts';
import { useGridLayers } from './use-grids.ts';

/** How large the picture is, and buttons for that. */
export function ZoomBar() {
  const { stage, zoomTo } = useRoom();
  const selected = useSelectedLayer();
  const [zoom, setZoom] = useState('');
  useEffect(() => stage.follow((view) => setZoom(inPercent(view.zoom))), [stage]);
  const bar = useRef<HTMLFieldSetElement>(null);
  useCover(bar);
  const { camera } = stage;
  return (
    <fieldset className="zoom-bar" aria-label="Zoom" ref={bar}>
      <button type="button" aria-label="Zoom out" title="Zoom out (−)" onClick={() => camera.glideBy(0.8)}>
        <Icon name="minus" />
      </button>
      <button
        type="button"
        className="zoom-percent"
        aria-label={`${zoom}, show at 100 %`}
        title="Show at 100 % (0)"
        onClick={camera.wholeSize}
      >
        {zoom}
      </button>
      <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => camera.glideBy(1.25)}>
        <Icon name="plus" />
      </button>
      <button
        type="button"
        aria-label="Show the whole page"
        title="Show the whole page (1)"
        onClick={camera.fit}
      >
        <Icon name="fit" />
      </button>
      {selected !== undefined && (
        <button
          type="button"
          aria-label="Zoom to selection"
          title="Zoom to selection (2)"
          onClick={() => zoomTo(selected)}
        >
          <Icon name="target" />
        </button>
      )}
      <GridsButton />
    </fieldset>
  );
}

/** Between the bar and the lower edge of what is fitted above it: the size of what is selected stands there. */
const aboveBarPx = sizeHeightPx + 4;

/** Has what is fitted shown below the names of frames and above the bar. */
function useCover(bar: RefObject<HTMLFieldSetElement | null>): void {
  const { stage } = useRoom();
  useEffect(() => {
    const { current } = bar;
    if (current === null) return;
    const measure = (): void => {
      const below = current.offsetParent?.clientHeight ?? 0;
      if (below === 0) return;
      stage.camera.takeCover({ top: nameHeightPx, bottom: below - current.offsetTop + aboveBarPx });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [stage, bar]);
}

/** Where frames have layout grids. */
function GridsButton() {
  const areShown = useShownGrids();
  const layers = useGridLayers();
  if (layers.length === 0 && !areShown) return null;
  return (
    <button
      type="button"
      aria-label="Layout grids"
      title="Layout grids (G)"
      aria-pressed={areShown}
      onClick={toggleGrids}
    >
      <Icon name="grids" />
    </button>
  );
}
