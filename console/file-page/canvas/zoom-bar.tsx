import { useEffect, useState } from 'react';
import { inPercent } from '../../viewer/percent.ts';
import { Icon } from '../parts/icon.tsx';
import { useRoom, useSelectedLayer } from '../room.ts';
import { toggleGrids, useShownGrids } from './shown-grids.ts';
import { useGridLayers } from './use-grids.ts';

/** How large the picture is, and buttons for that. */
export function ZoomBar() {
  const { stage, zoomTo } = useRoom();
  const selected = useSelectedLayer();
  const [zoom, setZoom] = useState('');
  useEffect(() => stage.follow((view) => setZoom(inPercent(view.zoom))), [stage]);
  const { camera } = stage;
  return (
    <fieldset className="zoom-bar" aria-label="Zoom">
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
