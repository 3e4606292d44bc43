/** What is drawn within this time goes together. */
const gatheringMs = 500;

/** The pause in which small images come together that are stored as one. */
export interface GatheringImages {
  wait(): Promise<void>;
  /** Ends the wait, or leaves out the next one: somebody waits for what there is. */
  end(): void;
}

export function gatherImages(): GatheringImages {
  let isWanted = false;
  let wake = (): void => undefined;
  return {
    wait: async () => {
      if (!isWanted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, gatheringMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      isWanted = false;
    },
    end: () => {
      isWanted = true;
      wake();
    },
  };
}
