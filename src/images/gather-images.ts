/** What is drawn within this time goes together. */
const gatheringMs = 500;

/** The pause in which small images come together that are stored as one. */
export interface GatheringImages {
  wait(): Promise<void>;
  /** Ends the wait: somebody waits for what there is. */
  end(): void;
}

export function gatherImages(): GatheringImages {
  let end = (): void => undefined;
  return {
    wait: () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, gatheringMs);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
}
