import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { archivedReason } from '../api/archived.ts';
import { call } from '../api/call.ts';
import { ServerRefusal, sentenceOf } from '../api/refusals.ts';
import { createFileStage, type FileStage, type FileStageEvents } from './canvas/file-stage.ts';
import { createLayerStore, type Layer, type LayerStore } from './layers/layer-store.ts';
import { nodeQuery } from './node-query.ts';
import type { Room } from './room.ts';
import type { Facts, Page } from './use-facts.ts';
import { goTo, usePlace } from './use-place.ts';

interface Looked {
  readonly file: string;
  readonly version: string | undefined;
  readonly facts: Facts;
  readonly askSoon: () => void;
}

/** What the parts of the page look at, and what is wrong with what the address names. */
export function useRoomOf(looked: Looked): { room: Room | undefined; problem: string | undefined } {
  const { facts } = looked;
  const place = usePlace();
  const node = useQuery({ ...nodeQuery(looked, place.node ?? ''), enabled: place.node !== undefined });
  const path = place.node === undefined ? undefined : node.data?.path;
  const page = pageOf(facts, place.page, path);
  const store = useStore(looked);
  useEffect(() => {
    store.addPath(path ?? []);
    const own = path?.[0]?.id;
    if (own !== undefined && own !== page?.id) goTo({ page: own });
  }, [store, path, page]);
  const pageId = page?.id;
  const select = useCallback((id: string | undefined) => goTo({ page: pageId, node: id }), [pageId]);
  const [lostTiles, setLostTiles] = useState(0);
  const stage = useStage({
    setLostTiles,
    page,
    store,
    select,
    askSoon: looked.askSoon,
    selected: place.node,
  });
  const room = useMemo<Room | undefined>(
    () =>
      page && {
        file: looked.file,
        version: looked.version,
        facts,
        page,
        store,
        stage,
        select,
        ...writingTo(facts),
        selected: place.node,
        lostTiles,
        askSoon: () => looked.askSoon(),
        hover: (hovered) => stage.overlay.mark({ hovered }),
        zoomTo: ({ bounds }) => bounds && stage.camera.goTo(bounds),
      },
    [looked, lostTiles, facts, page, store, stage, select, place.node],
  );
  return { room, problem: problemOf(node.error, place.node) };
}

/** An archived file is only looked at. */
function writingTo({ archived, role }: Facts): Pick<Room, 'closed' | 'mayEdit'> {
  const closed = archived === undefined ? undefined : archivedReason;
  return { closed, mayEdit: closed === undefined && (role === 'owner' || role === 'editor') };
}

/** The page that is named, else that of the node, else the first. */
function pageOf(
  facts: Facts,
  named: string | undefined,
  path: readonly Layer[] | undefined,
): Page | undefined {
  const wanted = [named, path?.[0]?.id, facts.node?.page];
  return wanted.map((id) => facts.pages.find((page) => page.id === id)).find(Boolean) ?? facts.pages[0];
}

function problemOf(error: unknown, node: string | undefined): string | undefined {
  if (error === null || node === undefined) return undefined;
  const isMissing = error instanceof ServerRefusal && error.status === 404;
  return isMissing ? `There is no node ${node} in this file.` : sentenceOf(error);
}

function useStore({ file, version, facts: { state } }: Looked): LayerStore {
  return useMemo(
    () =>
      createLayerStore((parent, cursor) => {
        // What is read of one state of the file is kept with it.
        void state;
        return call('GET /viewer/v1/files/{file_key}/nodes/{node_id}/children', {
          path: { file_key: file, node_id: parent },
          query: {
            ...(version === undefined ? {} : { version }),
            ...(cursor === undefined ? {} : { cursor }),
          },
        });
      }),
    [file, version, state],
  );
}

interface Staged extends Pick<Room, 'select' | 'selected' | 'store'> {
  readonly page: Page | undefined;
  readonly askSoon: () => void;
  readonly setLostTiles: (count: number) => void;
}

/** One stage for as long as the page is open; it asks for what it looks at when it needs it. */
function useStage(staged: Staged): FileStage {
  const now = useRef(staged);
  now.current = staged;
  const [stage] = useState(() => {
    const events: FileStageEvents = {
      pointed: () => {
        const { page, store, selected } = now.current;
        return page && { page: page.id, store, selected };
      },
      hover: (hovered) => made.overlay.mark({ hovered }),
      select: (layer) => now.current.select(layer?.id),
      outdated: () => now.current.askSoon(),
      givenUp: (count) => now.current.setLostTiles(count),
      zoomed: () => {},
    };
    const made = createFileStage(events);
    return made;
  });
  return stage;
}
