import { useSyncExternalStore } from 'react';
import type { Point } from '../../viewer/view.ts';
import type { PinPlace } from './comment-threads.ts';

/** A pin that is being placed: nothing yet, waiting for a click on the canvas, or there. */
export type DraftPin = 'none' | 'waiting' | { readonly place: PinPlace; readonly at: Point };

let draft: DraftPin = 'none';
const listeners = new Set<() => void>();

export function setDraftPin(next: DraftPin): void {
  draft = next;
  for (const listener of listeners) listener();
}

export const draftPinNow = (): DraftPin => draft;

export const useDraftPin = (): DraftPin =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, draftPinNow);
