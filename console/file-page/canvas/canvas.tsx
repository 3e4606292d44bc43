import { useEffect, useRef } from 'react';
import { Pins } from '../comments/pins.tsx';
import { useRoom } from '../room.ts';
import { LostTiles } from './lost-tiles.tsx';
import { MissingNode } from './missing-node.tsx';
import { useFrameNames } from './use-frame-names.ts';
import { useGrids } from './use-grids.ts';
import { useMarks } from './use-marks.ts';
import { ZoomBar } from './zoom-bar.tsx';
import './canvas.css';
import './overlay.css';

/** The picture of the page, and what lies over it. */
export function Canvas({ problem }: { problem: string | undefined }) {
  const { stage, page, facts } = useRoom();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.prepend(stage.element);
    return () => stage.element.remove();
  }, [stage]);
  useShownPage();
  useMarks();
  useGrids();
  useFrameNames();
  return (
    <section className="file-canvas" aria-label="Canvas" ref={place}>
      {problem !== undefined && <MissingNode problem={problem} />}
      <LostTiles />
      {page.bounds === null && <p className="canvas-words">This page is empty.</p>}
      <Pins />
      <ZoomBar />
      <span className="unseen">{facts.name}</span>
    </section>
  );
}

/** Shows the page that is open, at first where the address says. */
function useShownPage(): void {
  const { stage, facts, page, store } = useRoom();
  useEffect(() => {
    const home = facts.node?.page === page.id ? facts.node.bounds : null;
    stage.show(facts, page, home);
    stage.describe(`${facts.name}, page ${page.name}`);
    void store.want(page.id).catch(() => undefined);
  }, [stage, facts, page, store]);
}
