import { createContext, useContext, useSyncExternalStore } from 'react';
import type { FileStage } from './canvas/file-stage.ts';
import type { Layer, LayerStore } from './layers/layer-store.ts';
import type { Facts, Page } from './use-facts.ts';

/** What all parts of the page look at: one page of one version of a file. */
export interface Room {
  readonly file: string;
  readonly version: string | undefined;
  readonly facts: Facts;
  /** Why nothing is written to the file here, whoever it is; undefined where one may. */
  readonly closed: string | undefined;
  /** Whether the person may change what is in the file, here and now. */
  readonly mayEdit: boolean;
  readonly page: Page;
  readonly store: LayerStore;
  readonly stage: FileStage;
  readonly selected: string | undefined;
  /** Selects a layer of the open page, or nothing. */
  select(id: string | undefined): void;
  hover(layer: Layer | undefined): void;
  /** How many squares of the picture could not be loaded. */
  readonly lostTiles: number;
  /** Looks before long whether the file has changed. */
  askSoon(): void;
  /** Shows what is selected in the middle. */
  zoomTo(layer: Layer): void;
}

export const RoomContext = createContext<Room | null>(null);

export function useRoom(): Room {
  const room = useContext(RoomContext);
  if (room === null) throw new Error('There is no file here.');
  return room;
}

/** Follows what is read of the layers; the number says that something changed. */
export const useLayerChanges = (store: LayerStore): number =>
  useSyncExternalStore(store.subscribe, () => store.changes);

/** The layer that is selected, as soon as anything is known of it. */
export function useSelectedLayer(): Layer | undefined {
  const { store, selected } = useRoom();
  useLayerChanges(store);
  return selected === undefined ? undefined : store.layer(selected);
}
